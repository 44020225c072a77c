/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts.c - what this machine is, as a table of facts.
 */
#include "machine/facts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "machine/perf_users.h"
#include "machine/place.h"
#include "machine/procfs.h"
#include "machine/virt.h"
#include "util/sha256.h"
#include "util/strbuf.h"

/*
 * What the CPU is.
 *
 * x86 is read from /proc/cpuinfo; Arm from the register MIDR_EL1, which the
 * kernel shows of each CPU (cpuinfo begins with CPU 0, and cores may differ).
 */

/* struct midr - the fields of Arm's MIDR_EL1 */
struct midr {
	unsigned int implementer, variant, part, revision;
};

static const struct {
	unsigned int implementer;
	const char *name;
} implementers[] = {
	{ 0x41, "Arm" },       { 0x42, "Broadcom" },  { 0x43, "Cavium" },
	{ 0x46, "Fujitsu" },   { 0x48, "HiSilicon" }, { 0x4e, "NVIDIA" },
	{ 0x50, "APM" },       { 0x51, "Qualcomm" },  { 0x61, "Apple" },
	{ 0x6d, "Microsoft" }, { 0x70, "Phytium" },   { 0xc0, "Ampere" },
};

/* The core, not the product: many products have one core. */
static const struct {
	unsigned int implementer, part;
	const char *name;
} parts[] = {
	{ 0x41, 0xd03, "Cortex-A53" },	{ 0x41, 0xd04, "Cortex-A35" },
	{ 0x41, 0xd05, "Cortex-A55" },	{ 0x41, 0xd07, "Cortex-A57" },
	{ 0x41, 0xd08, "Cortex-A72" },	{ 0x41, 0xd09, "Cortex-A73" },
	{ 0x41, 0xd0a, "Cortex-A75" },	{ 0x41, 0xd0b, "Cortex-A76" },
	{ 0x41, 0xd0c, "Neoverse-N1" }, { 0x41, 0xd40, "Neoverse-V1" },
	{ 0x41, 0xd41, "Cortex-A78" },	{ 0x41, 0xd49, "Neoverse-N2" },
	{ 0x41, 0xd4a, "Neoverse-E1" }, { 0x41, 0xd4f, "Neoverse-V2" },
	{ 0x43, 0x0a1, "ThunderX" },	{ 0x43, 0x0af, "ThunderX2" },
	{ 0x46, 0x001, "A64FX" },	{ 0x48, 0xd01, "Kunpeng-920" },
	{ 0xc0, 0xac3, "Ampere-1" },	{ 0xc0, 0xac4, "Ampere-1a" },
};

#define ARRAY_SIZE(a) (sizeof(a) / sizeof(*(a)))

static int fact_arch(const struct fact_source *src, char *buf, size_t len)
{
	struct utsname u;

	(void)src;
	if (uname(&u))
		return -errno;
	return snprintf(buf, len, "%s", u.machine);
}

/* The value of the first of some names that stands in /proc/cpuinfo. */
static int cpuinfo_first(const struct fact_source *src,
			 const char *const *names, char *buf, size_t len)
{
	int ret = -ENOENT;

	for (; *names && ret <= 0; names++)
		ret = procfs_field(src->cpuinfo, *names, buf, len);
	return ret ? ret : -ENODATA;
}

static int cpuinfo_hex(const struct fact_source *src, const char *name,
		       unsigned int *out)
{
	char text[32];
	int ret = procfs_field(src->cpuinfo, name, text, sizeof(text));

	if (ret < 0)
		return ret;
	*out = (unsigned int)strtoul(text, NULL, 0);
	return 0;
}

static int read_midr(const struct fact_source *src, struct midr *m)
{
	char line[32];
	uint64_t v;

	if (procfs_line(src->root, line, sizeof(line),
			"/sys/devices/system/cpu/cpu%d/regs/identification/"
			"midr_el1",
			src->cpu) > 0) {
		v = strtoull(line, NULL, 16);
		*m = (struct midr){
			.implementer = v >> 24 & 0xff,
			.variant = v >> 20 & 0xf,
			.part = v >> 4 & 0xfff,
			.revision = v & 0xf,
		};
		return 0;
	}
	if (cpuinfo_hex(src, "CPU implementer", &m->implementer) ||
	    cpuinfo_hex(src, "CPU variant", &m->variant) ||
	    cpuinfo_hex(src, "CPU part", &m->part) ||
	    cpuinfo_hex(src, "CPU revision", &m->revision))
		return -ENOENT;
	return 0;
}

static int fact_cpu_vendor(const struct fact_source *src, char *buf, size_t len)
{
	static const char *const names[] = { "vendor_id", "mvendorid", NULL };
	struct midr m;

	if (read_midr(src, &m))
		return cpuinfo_first(src, names, buf, len);
	for (size_t i = 0; i < ARRAY_SIZE(implementers); i++)
		if (implementers[i].implementer == m.implementer)
			return snprintf(buf, len, "%s", implementers[i].name);
	return snprintf(buf, len, "implementer 0x%02x", m.implementer);
}

static int arm_model(const struct midr *m, char *buf, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i].implementer == m->implementer &&
		    parts[i].part == m->part)
			return snprintf(buf, len, "%s", parts[i].name);
	return -ENOENT;
}

static int fact_cpu_model(const struct fact_source *src, char *buf, size_t len)
{
	static const char *const names[] = {
		"model name", "Model Name", "uarch", "cpu", NULL,
	};
	struct midr m;
	bool variant = !read_midr(src, &m);
	int ret;

	ret = variant ? arm_model(&m, buf, len) : -ENOENT;
	if (ret <= 0)
		ret = cpuinfo_first(src, names, buf, len);
	if (ret <= 0)
		ret = procfs_line(src->root, buf, len,
				  "/sys/firmware/devicetree/base/model");
	if (ret <= 0 && variant)
		ret = snprintf(buf, len, "part 0x%03x", m.part);
	return ret ? ret : -ENODATA;
}

static int x86_family(const char *cpuinfo, char *buf, size_t len)
{
	char family[32], model[32], stepping[32];

	if (procfs_field(cpuinfo, "cpu family", family, sizeof(family)) <= 0)
		return -ENOENT;
	procfs_field(cpuinfo, "model", model, sizeof(model));
	procfs_field(cpuinfo, "stepping", stepping, sizeof(stepping));
	return snprintf(buf, len, "family %s model %s stepping %s", family,
			model, stepping);
}

static int fact_cpu_family(const struct fact_source *src, char *buf, size_t len)
{
	struct midr m;
	int ret;

	if (!read_midr(src, &m))
		return snprintf(buf, len,
				"implementer 0x%02x variant 0x%x part 0x%03x "
				"revision %u",
				m.implementer, m.variant, m.part, m.revision);
	ret = x86_family(src->cpuinfo, buf, len);
	return ret > 0 ? ret : procfs_field(src->cpuinfo, "isa", buf, len);
}

static int fact_microcode(const struct fact_source *src, char *buf, size_t len)
{
	int n = procfs_field(src->cpuinfo, "microcode", buf, len);

	return n ? n : -ENODATA;
}

/*
 * What the kernel and its settings are.
 */

#define CPU_DIR "/sys/devices/system/cpu"

static int known(int n)
{
	return n ? n : -ENODATA;
}

static int fact_cpus_allowed(const struct fact_source *src, char *buf,
			     size_t len)
{
	const int *cpus;
	char *text;
	size_t nr;
	int ret;

	(void)src;
	ret = place_allowed(&cpus, &nr);
	if (ret)
		return ret;
	text = place_list_text(cpus, nr);
	if (!text)
		return -ENOMEM;
	ret = snprintf(buf, len, "%s", text);
	free(text);
	return ret;
}

static int fact_memory(const struct fact_source *src, char *buf, size_t len)
{
	char text[1024];
	int n;

	n = procfs_read(src->root, text, sizeof(text), "/proc/meminfo");
	if (n >= 0)
		n = procfs_field(text, "MemTotal", buf, len);
	if (n <= 0)
		return known(n);
	buf[strcspn(buf, " ")] = '\0';
	return known((int)strlen(buf));
}

/* The word in brackets of "none voluntary (full)", which needs privilege. */
static int preempt_chosen(const struct fact_source *src, char *buf, size_t len)
{
	char line[64];
	char *open;

	if (procfs_line(src->root, line, sizeof(line),
			"/sys/kernel/debug/sched/preempt") <= 0)
		return -ENODATA;
	open = strchr(line, '(');
	if (!open)
		return -ENODATA;
	open[strcspn(open, ")")] = '\0';
	return snprintf(buf, len, "%s", open + 1);
}

static int preempt_option(const struct fact_source *src, char *buf, size_t len)
{
	char line[4096], *word, *save;

	if (procfs_line(src->root, line, sizeof(line), "/proc/cmdline") <= 0)
		return -ENODATA;
	for (word = strtok_r(line, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		if (!strncmp(word, "preempt=", 8))
			return snprintf(buf, len, "%s", word + 8);
	return -ENODATA;
}

static int fact_preempt(const struct fact_source *src, char *buf, size_t len)
{
	char version[256], chosen[64];

	if (procfs_line(src->root, version, sizeof(version),
			"/proc/sys/kernel/version") <= 0)
		return -ENODATA;
	if (procfs_has_word(version, "PREEMPT_RT"))
		return snprintf(buf, len, "rt");
	if (procfs_has_word(version, "PREEMPT_DYNAMIC")) {
		if (preempt_chosen(src, chosen, sizeof(chosen)) > 0 ||
		    preempt_option(src, chosen, sizeof(chosen)) > 0)
			return snprintf(buf, len, "%s (dynamic)", chosen);
		return snprintf(buf, len, "dynamic");
	}
	if (procfs_has_word(version, "PREEMPT"))
		return snprintf(buf, len, "full");
	return snprintf(buf, len, "none or voluntary");
}

/* The value of NAME="value" in an os-release file. */
static int os_release(const char *text, const char *name, char *buf, size_t len)
{
	size_t name_len = strlen(name);

	while (strncmp(text, name, name_len) || text[name_len] != '=') {
		text = strchr(text, '\n');
		if (!text)
			return -ENOENT;
		text++;
	}
	text += name_len + 1;
	text += strspn(text, "\"'");
	return known(
		snprintf(buf, len, "%.*s", (int)strcspn(text, "\"'\n"), text));
}

static int fact_distro(const struct fact_source *src, char *buf, size_t len)
{
	char text[2048];

	if (procfs_read(src->root, text, sizeof(text), "/etc/os-release") < 0 &&
	    procfs_read(src->root, text, sizeof(text), "/usr/lib/os-release") <
		    0)
		return -ENOENT;
	return os_release(text, "PRETTY_NAME", buf, len);
}

static int fact_governor(const struct fact_source *src, char *buf, size_t len)
{
	return known(procfs_line(src->root, buf, len,
				 CPU_DIR "/cpu%d/cpufreq/scaling_governor",
				 src->cpu));
}

static int fact_driver(const struct fact_source *src, char *buf, size_t len)
{
	return known(procfs_line(src->root, buf, len,
				 CPU_DIR "/cpu%d/cpufreq/scaling_driver",
				 src->cpu));
}

/* intel_pstate has the opposite; others one switch, or one a CPU. */
int fact_boost(const struct fact_source *src, char *buf, size_t len)
{
	int64_t v;

	if (!procfs_number(src->root, &v, CPU_DIR "/intel_pstate/no_turbo"))
		v = !v;
	else if (procfs_number(src->root, &v, CPU_DIR "/cpufreq/boost") &&
		 procfs_number(src->root, &v, CPU_DIR "/cpu%d/cpufreq/boost",
			       src->cpu))
		return -ENODATA;
	return snprintf(buf, len, "%s", v ? "on" : "off");
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* Adds "name: state" to @buf unless the machine is not affected. */
static size_t add_mitigation(const struct fact_source *src, const char *name,
			     char *buf, size_t at, size_t len)
{
	char state[512];
	int n;

	n = procfs_line(src->root, state, sizeof(state),
			CPU_DIR "/vulnerabilities/%s", name);
	if (n <= 0 || !strcmp(state, "Not affected"))
		return at;
	n = snprintf(buf + at, len - at, "%s%s: %s", at ? " | " : "", name,
		     state);
	return at + (size_t)n < len ? at + (size_t)n : len - 1;
}

int fact_mitigations(const struct fact_source *src, char *buf, size_t len)
{
	char path[PROCFS_PATH_LEN];
	struct dirent **files;
	size_t at = 0;
	int nr;

	if (snprintf(path, sizeof(path), "%s" CPU_DIR "/vulnerabilities",
		     src->root) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	nr = scandir(path, &files, visible, alphasort);
	if (nr < 0)
		return -errno;
	buf[0] = '\0';
	for (int i = 0; i < nr; i++) {
		at = add_mitigation(src, files[i]->d_name, buf, at, len);
		free(files[i]);
	}
	free(files);
	return at ? (int)at : snprintf(buf, len, "not affected");
}

static int fact_quota(const struct fact_source *src, char *buf, size_t len)
{
	struct cgroup c;
	const char *dir;
	double cpus;
	int ret;

	ret = cgroup_open(src->root, &c);
	if (ret)
		return ret;
	ret = cgroup_quota(src->root, &c, &cpus, &dir);
	cgroup_close(&c);
	if (ret)
		return ret;
	return isinf(cpus) ? snprintf(buf, len, "none") :
			     snprintf(buf, len, "%.2f", cpus);
}

#define DMI "/sys/devices/virtual/dmi/id/"

#define VALUE_LEN 8192
#define ID_DIGITS 32

/* In which of the two ids a fact goes. */
enum { IN_NONE, IN_MACHINE, IN_CONFIG };

/* The mode in brackets of "always [madvise] never". */
static int fact_huge_pages(const struct fact_source *src, char *buf, size_t len)
{
	char line[64], *mode;

	if (procfs_line(src->root, line, sizeof(line),
			"/sys/kernel/mm/transparent_hugepage/enabled") <= 0)
		return -ENODATA;
	mode = strchr(line, '[');
	if (!mode)
		return -ENODATA;
	mode[strcspn(mode, "]")] = '\0';
	return snprintf(buf, len, "%s", mode + 1);
}

/*
 * What holds for this process and its tasks: a filter of a container can switch
 * mitigations on that the machine's list calls off.
 */
int fact_task_mitigations(const struct fact_source *src, char *buf, size_t len)
{
	char text[4096], store[64], branch[64];

	if (procfs_read(src->root, text, sizeof(text), "/proc/self/status") <
		    0 ||
	    procfs_field(text, "Speculation_Store_Bypass", store,
			 sizeof(store)) <= 0 ||
	    procfs_field(text, "SpeculationIndirectBranch", branch,
			 sizeof(branch)) <= 0)
		return -ENODATA;
	return snprintf(buf, len, "store bypass: %s; indirect branch: %s",
			store, branch);
}

/* What the kernel answers while nobody asks for less. */
#define LATENCY_NONE_US 2000000000

/* The longest wake-up that somebody lets idle states take, as root sees it. */
static int fact_latency_request(const struct fact_source *src, char *buf,
				size_t len)
{
	char path[PROCFS_PATH_LEN];
	int32_t us = 0;
	int fd, n;

	snprintf(path, sizeof(path), "%s/dev/cpu_dma_latency", src->root);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = (int)read(fd, &us, sizeof(us));
	close(fd);
	if (n != (int)sizeof(us))
		return -ENODATA;
	if (us >= LATENCY_NONE_US)
		return snprintf(buf, len, "none");
	return snprintf(buf, len, "%" PRId32 " us", us);
}

/* Told apart from other programs' hashes of the same, and not reversible. */
#define ID_SALT "harness instance"

static int hashed(const char *a, const char *b, char *buf, size_t len)
{
	char text[512], hex[SHA256_HEX_LEN];
	int n = snprintf(text, sizeof(text), "%s\n%s\n%s", ID_SALT, a, b);

	sha256_hex(text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text),
		   hex);
	return snprintf(buf, len, "%.*s", ID_DIGITS, hex);
}

/* Which installation: clones of one disk have the same. */
static int fact_install(const struct fact_source *src, char *buf, size_t len)
{
	char id[128];

	if (procfs_line(src->root, id, sizeof(id), "/etc/machine-id") <= 0)
		return -ENODATA;
	return hashed(id, "", buf, len);
}

/* Which machine among those of one model: installation and host name. */
static int fact_instance(const struct fact_source *src, char *buf, size_t len)
{
	char id[128], host[256];

	if (procfs_line(src->root, id, sizeof(id), "/etc/machine-id") <= 0 ||
	    procfs_line(src->root, host, sizeof(host),
			"/proc/sys/kernel/hostname") <= 0)
		return -ENODATA;
	return hashed(id, host, buf, len);
}

/* Which board; only root may read it. */
static int fact_product(const struct fact_source *src, char *buf, size_t len)
{
	char id[128];

	if (procfs_line(src->root, id, sizeof(id), DMI "product_uuid") <= 0)
		return -ENODATA;
	return hashed(id, "", buf, len);
}

static int fact_autogroup(const struct fact_source *src, char *buf, size_t len)
{
	int64_t v;

	if (procfs_number(src->root, &v,
			  "/proc/sys/kernel/sched_autogroup_enabled"))
		return -ENODATA;
	return snprintf(buf, len, "%s", v ? "on" : "off");
}

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
	{ "boot_id", "/proc/sys/kernel/random/boot_id", NULL, IN_NONE },
	{ "idle_driver", CPU_DIR "/cpuidle/current_driver", NULL, IN_CONFIG },
	{ "huge_pages", NULL, fact_huge_pages, IN_CONFIG },
	{ "task_mitigations", NULL, fact_task_mitigations, IN_CONFIG },
	{ "latency_request", NULL, fact_latency_request, IN_CONFIG },
	{ "perf_events", NULL, fact_perf_events, IN_CONFIG },
	{ "autogroup", NULL, fact_autogroup, IN_CONFIG },
	{ "instance_id", NULL, fact_instance, IN_NONE },
	{ "install_id", NULL, fact_install, IN_NONE },
	{ "product_id", NULL, fact_product, IN_NONE },
};

#define NR_READERS ARRAY_SIZE(readers)

/* The most values of facts that are known later. */
#define LATER_FACTS 3

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
	for (size_t i = 0; i < ARRAY_SIZE(location_options); i++)
		if (!strncmp(word, location_options[i],
			     strlen(location_options[i])))
			return true;
	return false;
}

static void add_options(struct strbuf *b, const char *cmdline)
{
	while (*cmdline) {
		size_t len = strcspn(cmdline, " ");

		if (len && !is_location(cmdline))
			strbuf_addf(b, " %.*s", (int)len, cmdline);
		cmdline += len + strspn(cmdline + len, " ");
	}
}

/*
 * What only root can see is no difference between configurations as long as
 * nobody asked for anything, nor is what all distributions have.
 */
static bool tells_nothing(const struct reader *r, const char *value)
{
	if (r->read == fact_autogroup)
		return !value || !strcmp(value, "on");
	return (r->read == fact_latency_request ||
		r->read == fact_perf_events) &&
	       (!value || !strcmp(value, "none"));
}

static const struct reader *reader_of(const char *name)
{
	for (size_t i = 0; i < NR_READERS; i++)
		if (!strcmp(readers[i].name, name))
			return &readers[i];
	return NULL;
}

/* Only root sees which of the modes of a dynamic kernel was chosen. */
static bool same_preempt(const char *a, const char *b)
{
	return (!strcmp(a, "dynamic") && strstr(b, "(dynamic)")) ||
	       (!strcmp(b, "dynamic") && strstr(a, "(dynamic)"));
}

static void add_facts(struct strbuf *b, const struct session *s, int id)
{
	for (size_t i = 0; i < NR_READERS; i++) {
		const char *value = session_fact(s, readers[i].name);

		if (readers[i].id != id || tells_nothing(&readers[i], value))
			continue;
		strbuf_addf(b, "%s=", readers[i].name);
		if (value && !strcmp(readers[i].name, "cmdline"))
			add_options(b, value);
		else
			strbuf_add(b, value ? value : "unknown");
		strbuf_add(b, "\n");
	}
}

/* "quiet mitigations=off": a command line without where the system lies. */
static bool same_options(const char *a, const char *b)
{
	struct strbuf x = { 0 }, y = { 0 };
	char *first, *second;
	bool same;

	add_options(&x, a);
	add_options(&y, b);
	first = strbuf_take(&x);
	second = strbuf_take(&y);
	same = first && second && !strcmp(first, second);
	free(first);
	free(second);
	return same;
}

int facts_relate(const char *name, const char *a, const char *b)
{
	const struct reader *r = reader_of(name);

	if (!r || r->id == IN_NONE || a == b)
		return FACT_SAME;
	if (!a || !b)
		return FACT_UNKNOWN;
	if (!strcmp(a, b))
		return FACT_SAME;
	if (r->read == fact_preempt && same_preempt(a, b))
		return FACT_UNKNOWN;
	if (!strcmp(name, "cmdline") && same_options(a, b))
		return FACT_SAME;
	return r->id == IN_MACHINE ? FACT_OTHER_MACHINE : FACT_OTHER_CONFIG;
}

/* The text whose digest is an id. */
static char *id_text(const struct session *s, const char *root, bool config)
{
	struct strbuf b = { 0 };
	char line[256];

	add_facts(&b, s, IN_MACHINE);
	for (size_t i = 0; i < ARRAY_SIZE(machine_files); i++) {
		procfs_line(root, line, sizeof(line), "%s", machine_files[i]);
		strbuf_addf(&b, "%s=%s\n", machine_files[i], line);
	}
	if (config)
		add_facts(&b, s, IN_CONFIG);
	return strbuf_take(&b);
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

int facts_add(struct session *s, const char *name, const char *value)
{
	if (s->nr_facts >= NR_READERS + 2 + LATER_FACTS)
		return -ENOSPC;
	return add_fact(s, name, value);
}

int facts_collect_at(struct session *s, const char *root, int cpu)
{
	struct fact_source src;
	char value[VALUE_LEN];
	int ret;

	s->facts = calloc(NR_READERS + 2 + LATER_FACTS, sizeof(*s->facts));
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

/* The CPU that is asked where CPUs may differ: runs take place there. */
static int fact_cpu(void)
{
	const int *cpus;
	size_t nr;

	return place_allowed(&cpus, &nr) ? 0 : cpus[nr - 1];
}

int facts_collect(struct session *s)
{
	return facts_collect_at(s, "", fact_cpu());
}

/*
 * Whether the machine is still configured as it was.
 */

static const char *shown(const char *value)
{
	return value ? value : "unknown";
}

static int note_change(struct session *s, const char *before,
		       const struct fact *after)
{
	int ret = 0;

	for (size_t i = 0; i < s->nr_entries && !ret; i++)
		ret = findings_add(
			&s->entries[i].notes, "W-CONFIG",
			"%s was %s before the runs and is %s after them",
			after->name, shown(before), shown(after->value));
	return ret;
}

/* The hash changes with any other fact and says nothing of its own. */
static bool is_told(const char *name)
{
	return reader_of(name) != NULL;
}

/* Facts that became known in the runs cannot be looked at again. */
static int compare_with(struct session *s, const struct session *now)
{
	int ret = 0;

	for (size_t i = 0; i < now->nr_facts && !ret; i++) {
		const struct fact *f = &now->facts[i];
		const char *before = session_fact(s, f->name);

		if (is_told(f->name) && strcmp(shown(before), shown(f->value)))
			ret = note_change(s, before, f);
	}
	return ret;
}

int config_compare_at(struct session *s, const char *root, int cpu)
{
	struct session now = { 0 };
	int ret = s->nr_facts ? facts_collect_at(&now, root, cpu) : 0;

	if (!ret && s->nr_facts)
		ret = compare_with(s, &now);
	session_free(&now);
	return ret;
}

int config_compare(struct session *s)
{
	return config_compare_at(s, "", fact_cpu());
}
