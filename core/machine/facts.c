/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts.c - what this machine is, as a table of facts.
 */
#include "machine/facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/facts_read.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "util/sha256.h"

#define VALUE_LEN 8192
#define ID_DIGITS 32
#define CPU_DIR "/sys/devices/system/cpu"
#define DMI "/sys/devices/virtual/dmi/id/"

/* In which of the two ids a fact goes. */
enum { IN_NONE, IN_MACHINE, IN_CONFIG };

/* struct reader - a fact: a file's first line, or what a function reads */
static const struct reader {
	const char *name;
	const char *path;
	int (*read)(const struct fact_source *src, char *buf, size_t len);
	int id;
} readers[] = {
	{ "host", "/proc/sys/kernel/hostname", NULL, IN_NONE },
	{ "arch", NULL, fact_arch, IN_MACHINE },
	{ "cpu_vendor", NULL, fact_cpu_vendor, IN_MACHINE },
	{ "cpu_model", NULL, fact_cpu_model, IN_MACHINE },
	{ "cpu_family", NULL, fact_cpu_family, IN_MACHINE },
	{ "microcode", NULL, fact_microcode, IN_CONFIG },
	{ "cpus_online", CPU_DIR "/online", NULL, IN_CONFIG },
	{ "cpus_allowed", NULL, fact_cpus_allowed, IN_NONE },
	{ "memory_kib", NULL, fact_memory, IN_NONE },
	{ "kernel", "/proc/sys/kernel/osrelease", NULL, IN_CONFIG },
	{ "kernel_version", "/proc/sys/kernel/version", NULL, IN_CONFIG },
	{ "preempt", NULL, fact_preempt, IN_CONFIG },
	{ "distro", NULL, fact_distro, IN_NONE },
	{ "virt", NULL, fact_virt, IN_MACHINE },
	{ "clocksource",
	  "/sys/devices/system/clocksource/clocksource0/current_clocksource",
	  NULL, IN_CONFIG },
	{ "governor", NULL, fact_governor, IN_CONFIG },
	{ "driver", NULL, fact_driver, IN_CONFIG },
	{ "boost", NULL, fact_boost, IN_CONFIG },
	{ "smt", CPU_DIR "/smt/control", NULL, IN_CONFIG },
	{ "mitigations", NULL, fact_mitigations, IN_CONFIG },
	{ "cmdline", "/proc/cmdline", NULL, IN_CONFIG },
	{ "cgroup_quota", NULL, fact_quota, IN_NONE },
	{ "idle_driver", CPU_DIR "/cpuidle/current_driver", NULL, IN_CONFIG },
};

#define NR_READERS (sizeof(readers) / sizeof(*readers))

/* What tells machines apart besides the facts. */
static const char *const machine_files[] = {
	CPU_DIR "/present",
	DMI "sys_vendor",
	DMI "product_name",
	"/sys/firmware/devicetree/base/model",
};

/* Kernel options that say where the system lies, not how it behaves. */
static const char *const location_options[] = {
	"BOOT_IMAGE=", "initrd=", "root=", "rootflags=", "resume=", "ip=",
};

/* Appends to the session; @value may be NULL. */
static int add_fact(struct session *s, const char *name, const char *value)
{
	struct fact *f = &s->facts[s->nr_facts];

	*f = (struct fact){ .name = strdup(name) };
	if (value)
		f->value = strdup(value);
	s->nr_facts++;
	return f->name && (f->value || !value) ? 0 : -ENOMEM;
}

static int read_fact(const struct reader *r, const struct fact_source *src,
		     char *buf, size_t len)
{
	int n = r->read ? r->read(src, buf, len) :
			  procfs_line(src->root, buf, len, "%s", r->path);

	return n ? n : -ENODATA;
}

static bool is_location(const char *word)
{
	for (size_t i = 0;
	     i < sizeof(location_options) / sizeof(*location_options); i++)
		if (!strncmp(word, location_options[i],
			     strlen(location_options[i])))
			return true;
	return false;
}

static void print_options(FILE *out, const char *cmdline)
{
	while (*cmdline) {
		size_t len = strcspn(cmdline, " ");

		if (len && !is_location(cmdline))
			fprintf(out, " %.*s", (int)len, cmdline);
		cmdline += len + strspn(cmdline + len, " ");
	}
}

static void print_facts(FILE *out, const struct session *s, int id)
{
	for (size_t i = 0; i < NR_READERS; i++) {
		const char *value = session_fact(s, readers[i].name);

		if (readers[i].id != id)
			continue;
		fprintf(out, "%s=", readers[i].name);
		if (value && !strcmp(readers[i].name, "cmdline"))
			print_options(out, value);
		else
			fputs(value ? value : "unknown", out);
		fputc('\n', out);
	}
}

/* The text whose digest is an id. */
static char *id_text(const struct session *s, const char *root, bool config)
{
	char line[256], *text = NULL;
	size_t len;
	FILE *out;

	out = open_memstream(&text, &len);
	if (!out)
		return NULL;
	print_facts(out, s, IN_MACHINE);
	for (size_t i = 0; i < sizeof(machine_files) / sizeof(*machine_files);
	     i++) {
		procfs_line(root, line, sizeof(line), "%s", machine_files[i]);
		fprintf(out, "%s=%s\n", machine_files[i], line);
	}
	if (config)
		print_facts(out, s, IN_CONFIG);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static int set_id(struct session *s, size_t at, const char *root, bool config)
{
	char hex[SHA256_HEX_LEN];
	char *text = id_text(s, root, config);

	if (!text)
		return -ENOMEM;
	sha256_hex(text, strlen(text), hex);
	free(text);
	hex[ID_DIGITS] = '\0';
	s->facts[at].value = strdup(hex);
	return s->facts[at].value ? 0 : -ENOMEM;
}

int facts_collect_at(struct session *s, const char *root, int cpu)
{
	struct fact_source src;
	char value[VALUE_LEN];
	int ret;

	s->facts = calloc(NR_READERS + 2, sizeof(*s->facts));
	if (!s->facts)
		return -ENOMEM;
	fact_source_init(&src, root, cpu);
	ret = add_fact(s, "machine_id", NULL);
	if (!ret)
		ret = add_fact(s, "config_id", NULL);
	for (size_t i = 0; i < NR_READERS && !ret; i++) {
		int n = read_fact(&readers[i], &src, value, sizeof(value));

		ret = add_fact(s, readers[i].name, n > 0 ? value : NULL);
	}
	if (!ret)
		ret = set_id(s, 0, root, false);
	if (!ret)
		ret = set_id(s, 1, root, true);
	return ret;
}

int facts_collect(struct session *s)
{
	const int *cpus;
	size_t nr;

	return place_allowed(&cpus, &nr) ?
		       facts_collect_at(s, "", 0) :
		       facts_collect_at(s, "", cpus[nr - 1]);
}
