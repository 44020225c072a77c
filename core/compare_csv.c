/* SPDX-License-Identifier: MIT */
/*
 * core/compare_csv.c - the comparison with one line per row, RFC 4180 with
 * plain newlines. An empty cell was not measured; numbers have ten digits.
 */
#include <math.h>
#include <stdlib.h>

#include "compare_print.h"
#include "csv.h"

#define WORD_LEN 64

static void put_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.10g", value);
}

static void put_side(FILE *out, const struct compare_side *s)
{
	fprintf(out, ",%zu,%zu", s->n, s->nr_sessions);
	put_number(out, s->median);
	put_number(out, s->mean);
	put_number(out, s->rsd);
	put_number(out, s->switches);
}

static void put_ratio(FILE *out, const struct compare_row *r)
{
	const double numbers[] = {
		r->ratio,  r->lo,      r->hi,	     r->level,	 r->p,
		r->p_holm, r->welch_p, r->threshold, r->visible, r->needed,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		put_number(out, numbers[i]);
}

static void put_row(FILE *out, const struct compare *c,
		    const struct compare_row *r)
{
	char word[WORD_LEN], *notes = compare_notes(r);

	csv_text(out, c->keys[r->key].name);
	fputc(',', out);
	csv_text(out, c->keys[r->key].text);
	fprintf(out, ",%s,", c->groups[r->group].label);
	csv_text(out, c->groups[r->group].path);
	put_side(out, &r->a);
	put_side(out, &r->b);
	fprintf(out, ",%s", r->by_session ? "session" : "run");
	put_ratio(out, r);
	fputc(',', out);
	csv_text(out, compare_word(c, r, word, sizeof(word)));
	fprintf(out, ",%s,", r->gate ? "true" : "false");
	csv_text(out, notes ? notes : "");
	fputc('\n', out);
	free(notes);
}

int compare_csv(FILE *out, const struct compare_view *v)
{
	fputs("benchmark,key,group,path,base_runs,base_sessions,base_median_ns,"
	      "base_mean_ns,base_rsd,base_switches_per_op,new_runs,"
	      "new_sessions,new_median_ns,new_mean_ns,new_rsd,"
	      "new_switches_per_op,level,ratio,lo,hi,confidence,p,p_holm,"
	      "welch_p,threshold,visible,needed,verdict,regression,notes\n",
	      out);
	for (size_t i = 0; i < v->c->nr_rows; i++)
		put_row(out, v->c, &v->c->rows[i]);
	return 0;
}
