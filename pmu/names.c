/* SPDX-License-Identifier: MIT */
/*
 * pmu/names.c - all names there are, by source.
 */
#include "internal.h"

typedef int (*name_fn)(const struct pmu_name *n, void *data);

static int each_metric(name_fn fn, void *data)
{
	int ret = 0;

	for (const struct metric *m = metric_table; m->name && !ret; m++) {
		struct pmu_name n = { .name = m->name,
				      .source = "metric",
				      .summary = m->summary };

		ret = fn(&n, data);
	}
	return ret;
}

static int each_software(name_fn fn, void *data)
{
	int ret = 0;

	for (const struct software *s = software_table; s->name && !ret; s++) {
		struct pmu_name n = { .name = s->name,
				      .source = "software",
				      .summary = s->summary };

		ret = fn(&n, data);
	}
	return ret;
}

int pmu_each_name(struct pmu *p, bool all,
		  int (*fn)(const struct pmu_name *n, void *data), void *data)
{
	int ret = each_metric(fn, data);

	if (!ret)
		ret = each_software(fn, data);
	if (!ret)
		ret = sysfs_each(p, fn, data);
	if (!ret && all)
		ret = pfm_each(p, fn, data);
	if (!ret && all)
		ret = tracepoint_each(p, fn, data);
	return ret;
}
