/* SPDX-License-Identifier: MIT */
/*
 * pmu/pfm.c - libpfm4: loaded, not linked.
 *
 * Its tables take 0.6 ms of relocations at every start of a program that is
 * linked with it, whether it counts or not.
 */
#include <linux/perf_event.h> /* before perfmon's own copy of it */
#include <perfmon/pfmlib_perf_event.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define LIBPFM "libpfm.so.4"

/* struct pfm - the library */
struct pfm {
	void *lib;
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_terminate) *terminate;
	__typeof__(pfm_strerror) *strerror;
	__typeof__(pfm_get_pmu_info) *get_pmu_info;
	__typeof__(pfm_find_event) *find_event;
	__typeof__(pfm_get_event_next) *get_event_next;
	__typeof__(pfm_get_event_info) *get_event_info;
	__typeof__(pfm_get_event_attr_info) *get_event_attr_info;
	__typeof__(pfm_get_os_event_encoding) *get_os_event_encoding;
};

/* No library has more tables than this. */
#define MOST_TABLES 4096

#define LOOK_UP(l, name) ((l)->name = dlsym((l)->lib, "pfm_" #name))

static bool look_up_all(struct pfm *l)
{
	return LOOK_UP(l, initialize) && LOOK_UP(l, terminate) &&
	       LOOK_UP(l, strerror) && LOOK_UP(l, get_pmu_info) &&
	       LOOK_UP(l, find_event) && LOOK_UP(l, get_event_next) &&
	       LOOK_UP(l, get_event_info) && LOOK_UP(l, get_event_attr_info) &&
	       LOOK_UP(l, get_os_event_encoding);
}

/*
 * The next table from number *@i on, which may be one that the header this was
 * built with does not know; false: there are no more.
 */
static bool next_table(const struct pmu *p, int *i, pfm_pmu_info_t *info)
{
	for (; *i < MOST_TABLES; ++*i) {
		int err;

		*info = (pfm_pmu_info_t){ .size = sizeof(*info) };
		err = p->pfm->get_pmu_info((pfm_pmu_t)*i, info);
		if (err == PFM_ERR_INVAL && *i >= PFM_PMU_MAX)
			return false;
		if (!err && info->is_present) {
			++*i;
			return true;
		}
	}
	return false;
}

/* Keeps the names of the tables for this machine's CPUs. */
static void find_tables(struct pmu *p)
{
	pfm_pmu_info_t info;
	int i = 0;

	while (p->nr_tables < MAX_TABLES && next_table(p, &i, &info)) {
		if (info.type != PFM_PMU_TYPE_CORE ||
		    !strcmp(info.name, "perf_raw"))
			continue;
		snprintf(p->table[p->nr_tables++], TABLE_LEN, "%s", info.name);
	}
}

static int fail(struct pmu *p, struct pfm *l, const char *what)
{
	snprintf(p->pfm_why, sizeof(p->pfm_why), "%s", what);
	if (l && l->lib)
		dlclose(l->lib);
	free(l);
	p->pfm_err = -ENOPKG;
	return p->pfm_err;
}

int pfm_load(struct pmu *p)
{
	struct pfm *l;
	int ret;

	if (p->pfm_err)
		return p->pfm_err > 0 ? 0 : p->pfm_err;
	l = calloc(1, sizeof(*l));
	if (!l)
		return fail(p, l, "no memory");
	l->lib = dlopen(LIBPFM, RTLD_NOW | RTLD_LOCAL);
	if (!l->lib)
		return fail(p, l, dlerror());
	if (!look_up_all(l))
		return fail(p, l, "not the libpfm4 this was written for");
	ret = l->initialize();
	if (ret != PFM_SUCCESS)
		return fail(p, l, l->strerror(ret));
	p->pfm = l;
	p->pfm_err = 1;
	find_tables(p);
	return 0;
}

void pfm_unload(struct pmu *p)
{
	if (!p->pfm)
		return;
	p->pfm->terminate();
	dlclose(p->pfm->lib);
	free(p->pfm);
	p->pfm = NULL;
}

static enum pfm_result result_of(int ret)
{
	switch (ret) {
	case PFM_SUCCESS:
		return PFM_FOUND;
	case PFM_ERR_UMASK:
	case PFM_ERR_FEATCOMB:
		return PFM_UMASK;
	case PFM_ERR_ATTR:
	case PFM_ERR_ATTR_VAL:
	case PFM_ERR_ATTR_SET:
		return PFM_ATTRIBUTE;
	default:
		return PFM_UNKNOWN;
	}
}

/*
 * "skx::L2_RQSTS:MISS:e=0:i=0:u=1" without the modifiers, which all have a
 * '='; what precedes "::" is the table.
 */
static void take_name(struct pmu_event *e, const char *fstr)
{
	const char *sep = strstr(fstr, "::"), *equals = strchr(fstr, '=');
	size_t len = strlen(fstr);

	if (equals) {
		len = (size_t)(equals - fstr);
		while (len && fstr[len - 1] != ':')
			len--;
		while (len && fstr[len - 1] == ':')
			len--;
	}
	snprintf(e->encoding, sizeof(e->encoding), "%.*s", (int)len, fstr);
	snprintf(e->pmu, sizeof(e->pmu), "%.*s", sep ? (int)(sep - fstr) : 0,
		 fstr);
}

static void take_attr(struct pmu_event *e, const struct perf_event_attr *a)
{
	e->type = a->type;
	e->config = a->config;
	e->config1 = a->config1;
	e->config2 = a->config2;
	e->exclude_user = a->exclude_user;
	e->exclude_kernel = a->exclude_kernel;
	e->exclude_hv = a->exclude_hv;
	e->exclude_guest = a->exclude_guest;
}

enum pfm_result pfm_encode(struct pmu *p, const char *name, struct pmu_event *e)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	char *fstr = NULL;
	pfm_perf_encode_arg_t arg = {
		.attr = &attr,
		.fstr = &fstr,
		.size = sizeof(arg),
	};
	int ret;

	if (pfm_load(p))
		return PFM_NO_LIBRARY;
	ret = p->pfm->get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3,
					    PFM_OS_PERF_EVENT_EXT, &arg);
	if (ret == PFM_SUCCESS) {
		take_attr(e, &attr);
		take_name(e, fstr ? fstr : name);
	}
	free(fstr);
	return result_of(ret);
}

static int umasks_of(struct pmu *p, int idx, int nattrs, char *buf, size_t len)
{
	size_t used = 0;
	int nr = 0;

	buf[0] = '\0';
	for (int i = 0; i < nattrs; i++) {
		pfm_event_attr_info_t a = { .size = sizeof(a) };

		if (p->pfm->get_event_attr_info(idx, i, PFM_OS_PERF_EVENT_EXT,
						&a) ||
		    a.type != PFM_ATTR_UMASK)
			continue;
		nr++;
		if (used + strlen(a.name) + 2 > len)
			continue;
		used += (size_t)snprintf(buf + used, len - used, "%s%s",
					 used ? " " : "", a.name);
	}
	return nr;
}

int pfm_umasks(struct pmu *p, const char *name, char *buf, size_t len)
{
	pfm_event_info_t info = { .size = sizeof(info) };
	int idx;

	buf[0] = '\0';
	if (pfm_load(p))
		return 0;
	idx = p->pfm->find_event(name);
	if (idx < 0 ||
	    p->pfm->get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &info))
		return 0;
	return umasks_of(p, idx, info.nattrs, buf, len);
}

/* One event of a table: its name, and whether it needs a unit mask. */
static int each_event(struct pmu *p, int idx, const char *table,
		      int (*fn)(const struct pmu_name *n, void *data),
		      void *data)
{
	pfm_event_info_t info = { .size = sizeof(info) };
	struct pmu_name n = { .source = table };
	struct pmu_event unused;
	char name[PMU_NAME_LEN], umasks[1024];

	if (p->pfm->get_event_info(idx, PFM_OS_PERF_EVENT_EXT, &info))
		return 0;
	snprintf(name, sizeof(name), "%s::%s", table, info.name);
	n.name = name;
	n.summary = info.desc;
	if (pfm_encode(p, name, &unused) == PFM_UMASK &&
	    umasks_of(p, idx, info.nattrs, umasks, sizeof(umasks)))
		n.umasks = umasks;
	return fn(&n, data);
}

int pfm_each(struct pmu *p, int (*fn)(const struct pmu_name *n, void *data),
	     void *data)
{
	pfm_pmu_info_t info;
	int i = 0, ret = 0;

	if (pfm_load(p))
		return 0;
	while (!ret && next_table(p, &i, &info)) {
		for (int e = info.first_event; e >= 0 && !ret;
		     e = p->pfm->get_event_next(e))
			ret = each_event(p, e, info.name, fn, data);
	}
	return ret;
}

/* "arm_ac53" is the table of armv8_cortex_a53, "arm_n1" of ..._neoverse_n1 */
static void arm_suffix(const char *table, char *buf, size_t len)
{
	if (!strncmp(table, "arm_ac", 6))
		snprintf(buf, len, "_cortex_a%s", table + 6);
	else
		snprintf(buf, len, "_neoverse_%s", table + 4);
}

bool pfm_table_fits(const struct pmu *p, const char *table, int index)
{
	const char *name = index >= 0 ? p->cpu_pmu[index].name : "";
	char suffix[TABLE_LEN + 16];
	size_t n, s;

	if (!machine_hybrid(p) || index < 0)
		return true;
	if (!strcmp(name, "cpu_core") || !strcmp(name, "cpu_atom")) {
		bool grt = strstr(table, "_grt") || strstr(table, "_cmt");

		return grt == !strcmp(name, "cpu_atom");
	}
	if (strncmp(table, "arm_", 4))
		return false;
	arm_suffix(table, suffix, sizeof(suffix));
	n = strlen(name);
	s = strlen(suffix);
	return n >= s && !strcmp(name + n - s, suffix);
}

bool pmu_library(struct pmu *p, char *buf, size_t len)
{
	size_t used;

	if (pfm_load(p)) {
		snprintf(buf, len, "libpfm4 cannot be loaded (%s)", p->pfm_why);
		return false;
	}
	used = (size_t)snprintf(buf, len, "libpfm4: %s",
				p->nr_tables ? "" : "no table for this CPU");
	for (int i = 0; i < p->nr_tables && used < len; i++)
		used += (size_t)snprintf(buf + used, len - used, "%s%s",
					 i ? ", " : "", p->table[i]);
	return true;
}
