/* SPDX-License-Identifier: MIT */
/*
 * core/machine/facts_cpu.c - what the CPU is.
 *
 * x86 is read from /proc/cpuinfo; Arm from the register MIDR_EL1, which the
 * kernel shows of each CPU (cpuinfo begins with CPU 0, and cores may differ).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "machine/facts_read.h"
#include "machine/procfs.h"

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

void fact_source_init(struct fact_source *src, const char *root, int cpu)
{
	src->root = root;
	src->cpu = cpu;
	procfs_read(root, src->cpuinfo, sizeof(src->cpuinfo), "/proc/cpuinfo");
}

int fact_arch(const struct fact_source *src, char *buf, size_t len)
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

int fact_cpu_vendor(const struct fact_source *src, char *buf, size_t len)
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

int fact_cpu_model(const struct fact_source *src, char *buf, size_t len)
{
	static const char *const names[] = {
		"model name", "Model Name", "uarch", "cpu", NULL,
	};
	struct midr m;
	bool arm = !read_midr(src, &m);
	int ret;

	ret = arm ? arm_model(&m, buf, len) : -ENOENT;
	if (ret <= 0)
		ret = cpuinfo_first(src, names, buf, len);
	if (ret <= 0)
		ret = procfs_line(src->root, buf, len,
				  "/sys/firmware/devicetree/base/model");
	if (ret <= 0 && arm)
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

int fact_cpu_family(const struct fact_source *src, char *buf, size_t len)
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

int fact_microcode(const struct fact_source *src, char *buf, size_t len)
{
	int n = procfs_field(src->cpuinfo, "microcode", buf, len);

	return n ? n : -ENODATA;
}
