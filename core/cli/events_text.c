/* SPDX-License-Identifier: MIT */
/*
 * core/cli/events_text.c - counters as lines for people.
 */
#include "cli/events.h"

#include <stdlib.h>
#include <string.h>

#include "util/opts.h"

#define WIDTH 79
#define INDENT 6 /* of what -v adds */
#define LABEL 10 /* width of its labels */
#define NAME_MAX_WIDTH 40

static int name_width(const struct event_rows *rows)
{
	size_t width = 0;

	for (size_t i = 0; i < rows->nr; i++) {
		size_t n = strlen(rows->v[i].name);

		if (n > width && n <= NAME_MAX_WIDTH)
			width = n;
	}
	return (int)width;
}

static const char *state_of(const struct event_row *r)
{
	if (r->umasks)
		return "<needs mask>";
	return r->event.status == PMU_OK ? "counts" :
					   pmu_status_label(r->event.status);
}

static void put_line(FILE *out, const struct event_row *r, int width)
{
	const char *class = r->umasks ? "" : pmu_class_word(r->event.class);

	fprintf(out, "  %-*s  %-13s  %-19s  %s\n", width, r->name, state_of(r),
		class, r->umasks ? "" : r->event.encoding);
}

static void put_detail(FILE *out, const char *label, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "%*s%-*s", INDENT, "", LABEL, label);
	opts_wrap(out, text, INDENT + LABEL, INDENT + LABEL, WIDTH);
}

/* Which machines' counts it can be set against. */
static const char *comparison(const struct pmu_event *e)
{
	switch (e->class) {
	case PMU_SEMANTIC:
		return "with any machine";
	case PMU_ISA:
		return "between machines with the same instruction set";
	case PMU_TIME:
		return "as a time base, between machines of the same clock";
	default:
		return "only between CPUs of this kind";
	}
}

static void put_details(FILE *out, struct pmu *p, const struct event_row *r)
{
	const struct pmu_event *e = &r->event;
	char why[PMU_WHY_LEN];

	put_detail(out, "counts", r->summary);
	if (r->umasks) {
		put_detail(out, "masks", r->umasks);
		return;
	}
	put_detail(out, "exactly", e->kind);
	put_detail(out, "PMU", e->pmu);
	put_detail(out, "compare", comparison(e));
	put_detail(out, "not here", pmu_explain(p, e, NULL, why, sizeof(why)));
}

/* Whether an earlier row has the same reason. */
static bool said_before(struct pmu *p, const struct event_rows *rows, size_t i,
			const char *why)
{
	char other[PMU_WHY_LEN];

	for (size_t k = 0; k < i; k++) {
		const struct pmu_event *e = &rows->v[k].event;

		if (e->status == rows->v[i].event.status &&
		    !strcmp(why, pmu_explain(p, e, NULL, other, sizeof(other))))
			return true;
	}
	return false;
}

static void put_reasons(FILE *out, struct pmu *p, const struct event_rows *rows)
{
	bool first = true;

	for (size_t i = 0; i < rows->nr; i++) {
		const struct pmu_event *e = &rows->v[i].event;
		char why[PMU_WHY_LEN];

		if (e->status == PMU_OK)
			continue;
		pmu_explain(p, e, NULL, why, sizeof(why));
		if (said_before(p, rows, i, why))
			continue;
		fprintf(out, "%s%-13s ", first ? "\n" : "",
			pmu_status_label(e->status));
		opts_wrap(out, why, 14, 14, WIDTH);
		first = false;
	}
}

void events_text(FILE *out, struct pmu *p, const struct event_rows *rows,
		 bool verbose)
{
	int width = name_width(rows);
	char state[PMU_WHY_LEN];

	for (size_t i = 0; i < rows->nr; i++) {
		const struct event_row *r = &rows->v[i];

		if (!i || strcmp(r->source, r[-1].source))
			fprintf(out, "%s%s\n", i ? "\n" : "", r->source);
		put_line(out, r, width);
		if (verbose)
			put_details(out, p, r);
	}
	if (!verbose)
		put_reasons(out, p, rows);
	pmu_library(p, state, sizeof(state));
	fprintf(out, "\n%s\n", state);
}
