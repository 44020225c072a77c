/* SPDX-License-Identifier: MIT */
/*
 * core/machine/virt.c - whether this is a virtual machine, and whose.
 */
#include "machine/virt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "machine/procfs.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#define DMI "/sys/devices/virtual/dmi/id/"

/* A text that starts like this names a hypervisor. */
static const struct {
	const char *starts;
	const char *name;
} hypervisors[] = {
	{ "KVMKVMKVM", "kvm" },
	{ "Linux KVM Hv", "kvm" },
	{ "linux,kvm", "kvm" },
	{ "Microsoft Hv", "hyperv" },
	{ "Microsoft Corporation Virtual Machine", "hyperv" },
	{ "VMware", "vmware" },
	{ "vmware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
	{ "xen", "xen" },
	{ "TCGTCGTCGTCG", "qemu" },
	{ "QEMU", "qemu" },
	{ "VBoxVBoxVBox", "virtualbox" },
	{ "bhyve bhyve ", "bhyve" },
	{ "ACRNACRNACRN", "acrn" },
	{ "Amazon EC2 KVM", "kvm" },
};

static const char *known_name(const char *text)
{
	for (size_t i = 0; i < sizeof(hypervisors) / sizeof(*hypervisors); i++)
		if (!strncmp(text, hypervisors[i].starts,
			     strlen(hypervisors[i].starts)))
			return hypervisors[i].name;
	return NULL;
}

/* What the CPU that runs this says of its hypervisor. */
static const char *ask_cpuid(const struct fact_source *src)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int eax, words[3];
	char text[sizeof(words) + 1] = "";

	if (*src->root)
		return NULL;
	__cpuid(0x40000000, eax, words[0], words[1], words[2]);
	memcpy(text, words, sizeof(words));
	return known_name(text);
#else
	(void)src;
	return NULL;
#endif
}

static const char *ask_files(const struct fact_source *src)
{
	static const char *const paths[] = {
		"/sys/hypervisor/type",
		"/sys/firmware/devicetree/base/hypervisor/compatible",
		NULL,
	};
	char text[256], vendor[128];

	for (const char *const *p = paths; *p; p++)
		if (procfs_line(src->root, text, sizeof(text), "%s", *p) > 0)
			return known_name(text);
	if (procfs_line(src->root, vendor, sizeof(vendor), DMI "sys_vendor") >
	    0) {
		char product[sizeof(text) - sizeof(vendor)];

		procfs_line(src->root, product, sizeof(product),
			    DMI "product_name");
		snprintf(text, sizeof(text), "%s %s", vendor, product);
		return known_name(text);
	}
	return NULL;
}

/*
 * x86 says so in a flag. Elsewhere a hypervisor can be recognised, but the
 * lack of one cannot.
 */
int fact_virt(const struct fact_source *src, char *buf, size_t len)
{
	char flags[FACTS_CPUINFO_LEN];
	const char *name = NULL;
	bool x86, guest;

	x86 = procfs_field(src->cpuinfo, "flags", flags, sizeof(flags)) > 0;
	guest = x86 && procfs_has_word(flags, "hypervisor");
	if (guest)
		name = ask_cpuid(src);
	if (!name && (guest || !x86))
		name = ask_files(src);
	if (!name && !x86)
		return -ENODATA;
	return snprintf(buf, len, "%s", name ? name : guest ? "guest" : "none");
}
