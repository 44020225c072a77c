/* SPDX-License-Identifier: MIT */
/*
 * core/report/factors.c - what would make an op faster or slower, as a table.
 */
#include "report/factors.h"

#include <math.h>

#include "util/grid.h"
#include "util/text.h"

static void add_factor(struct grid *g, const struct factors *all,
		       const struct factor *f)
{
	grid_add(g, "%s", f->name);
	grid_add(g, "%.3f", f->paired.ratio);
	grid_add(g, "%.3f..%.3f", f->paired.lo, f->paired.hi);
	if (factor_is_told(f) && !isnan(factor_ns(all, f)))
		grid_add(g, "%+.0f", factor_ns(all, f));
	else
		grid_add(g, "-");
	grid_add(g, "%s", f->words);
	grid_end_row(g);
}

static int put_table(FILE *out, const struct factors *all)
{
	static const struct grid_column columns[] = {
		{ .align = GRID_LEFT },
		{ .align = GRID_RIGHT },
		{ .align = GRID_RIGHT, .rank = 1 },
		{ .align = GRID_RIGHT },
		{ .align = GRID_LEFT, .rank = 2 },
	};
	static const char *const titles[] = { "factor", "ratio", "95 % CI",
					      "ns/switch", "options" };
	struct grid g = { 0 };
	int err;

	grid_columns(&g, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++)
		grid_add(&g, "%s", titles[i]);
	grid_end_row(&g);
	for (size_t i = 0; i < all->nr; i++)
		if (!all->v[i].reason)
			add_factor(&g, all, &all->v[i]);
	fputc('\n', out);
	grid_text(out, &g);
	fputc('\n', out);
	err = g.err;
	grid_free(&g);
	return err;
}

static void put_settings(FILE *out, const struct factors *all,
			 const struct factor_setting *v, size_t nr)
{
	if (nr)
		text_line(
			out,
			"# settings of the system, to be tried with harness ab %s -- -- ...",
			all->bench);
	for (size_t i = 0; i < nr; i++)
		text_line(
			out,
			"#   --before 'sysctl -q %s=%d' --after 'sysctl -q %s=%d'",
			v[i].name, !v[i].is, v[i].name, v[i].is);
}

int report_factors(FILE *out, const struct factors *all,
		   const struct factor_setting *settings, size_t nr)
{
	int err;

	text_line(out, "# %s: what makes one %s faster or slower", all->bench,
		  all->op);
	text_line(out, "# without: %s", all->config);
	if (!isnan(all->ns_per_op))
		text_line(out,
			  "# %.0f ns per %s, %.2f switches; each factor is "
			  "interleaved with this",
			  all->ns_per_op, all->op, all->switches);
	err = put_table(out, all);
	text_line(out, "# -: not significant");
	for (size_t i = 0; i < all->nr; i++)
		if (all->v[i].reason)
			text_line(out, "# no '%s': %s", all->v[i].name,
				  all->v[i].reason);
	put_settings(out, all, settings, nr);
	return err;
}
