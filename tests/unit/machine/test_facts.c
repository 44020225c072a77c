/* SPDX-License-Identifier: MIT */
/*
 * tests/unit/machine/test_facts.c - facts of recorded machines and of this one.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/cgroup.h"
#include "machine/facts.h"
#include "machines.h"
#include "tests.h"
#include "util/sha256.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static char *root;
static struct session s;

static void unpack_x86(void)
{
	root = machine_unpack("x86-server");
	s = (struct session){ 0 };
}

static void unpack_arm(void)
{
	root = machine_unpack("arm-server");
	s = (struct session){ 0 };
}

static void forget(void)
{
	session_free(&s);
	free(root);
}

/* Reads the machine (again). */
static void collect(int cpu)
{
	session_free(&s);
	ck_assert_int_eq(facts_collect_at(&s, root, cpu), 0);
}

static void ck_fact(const char *name, const char *want)
{
	const char *value = session_fact(&s, name);

	if (!want && value)
		ck_abort_msg("%s is '%s', should be unknown", name, value);
	if (want && (!value || strcmp(value, want)))
		ck_abort_msg("%s is '%s', should be '%s'", name,
			     value ? value : "(unknown)", want);
}

static const struct {
	const char *name, *value;
} x86_facts[] = {
	{ "host", "skl01" },
	{ "cpu_vendor", "GenuineIntel" },
	{ "cpu_model", "Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz" },
	{ "cpu_family", "family 6 model 85 stepping 4" },
	{ "microcode", "0x2007006" },
	{ "cpus_online", "0-3" },
	{ "memory_kib", "263921664" },
	{ "kernel", "6.1.0-28-amd64" },
	{ "kernel_version",
	  "#1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22)" },
	{ "preempt", "voluntary (dynamic)" },
	{ "distro", "Debian GNU/Linux 12 (bookworm)" },
	{ "virt", "none" },
	{ "clocksource", "tsc" },
	{ "governor", "powersave" },
	{ "driver", "intel_pstate" },
	{ "boost", "on" },
	{ "smt", "on" },
	{ "mitigations", "mds: Mitigation: Clear CPU buffers; SMT vulnerable | "
			 "meltdown: Mitigation: PTI" },
	{ "cgroup_quota", "1.50" },
	{ "idle_driver", "intel_idle" },
	{ "huge_pages", "madvise" },
	{ "task_mitigations",
	  "store bypass: thread vulnerable; indirect branch: conditional enabled" },
};

START_TEST(an_x86_server_is_described)
{
	collect(1);
	ck_fact(x86_facts[_i].name, x86_facts[_i].value);
}
END_TEST

static const struct {
	const char *name, *value;
} arm_facts[] = {
	{ "cpu_vendor", "HiSilicon" },
	{ "cpu_model", "Kunpeng-920" },
	{ "cpu_family", "implementer 0x48 variant 0x1 part 0xd01 revision 0" },
	{ "preempt", "none or voluntary" },
	{ "clocksource", "arch_sys_counter" },
	{ "governor", "performance" },
	{ "cgroup_quota", "0.20" },
	/* What this machine does not show is not made up. */
	{ "microcode", NULL },
	{ "memory_kib", NULL },
	{ "distro", NULL },
	{ "virt", NULL },
	{ "boost", NULL },
	{ "smt", NULL },
	{ "mitigations", NULL },
	{ "cmdline", NULL },
	{ "idle_driver", NULL },
	{ "huge_pages", NULL },
	{ "task_mitigations", NULL },
	{ "latency_request", NULL },
};

START_TEST(an_arm_server_is_described)
{
	collect(0);
	ck_fact(arm_facts[_i].name, arm_facts[_i].value);
}
END_TEST

START_TEST(the_registers_of_the_cpu_asked_about_count)
{
	collect(1);
	ck_fact("cpu_vendor", "Arm");
	ck_fact("cpu_model", "Cortex-A72");
	ck_fact("governor", NULL);
}
END_TEST

START_TEST(an_unknown_core_is_named_by_the_board_or_by_number)
{
	machine_put(root,
		    "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
		    "0x00000000aa0fabc0\n");
	collect(0);
	ck_fact("cpu_vendor", "implementer 0xaa");
	ck_fact("cpu_model", "Example board");
	machine_remove(root, "/sys/firmware/devicetree/base/model");
	collect(0);
	ck_fact("cpu_model", "part 0xabc");
}
END_TEST

static const struct {
	const char *version, *preempt;
} preemptions[] = {
	{ "#1 SMP PREEMPT_RT Debian 6.1", "rt" },
	{ "#1 SMP PREEMPT Debian 6.1", "full" },
	{ "#1 SMP Debian 6.1", "none or voluntary" },
	{ "#1 SMP PREEMPT_DYNAMIC Debian 6.1", "full (dynamic)" },
};

START_TEST(preemption_is_read_from_what_the_kernel_says)
{
	machine_put(root, "/sys/kernel/debug/sched/preempt",
		    "none voluntary (full)\n");
	machine_put(root, "/proc/sys/kernel/version", preemptions[_i].version);
	collect(0);
	ck_fact("preempt", preemptions[_i].preempt);
}
END_TEST

START_TEST(dynamic_preemption_may_remain_undecided)
{
	machine_put(root, "/proc/cmdline", "quiet\n");
	collect(0);
	ck_fact("preempt", "dynamic");
}
END_TEST

static const struct {
	const char *vendor, *product, *virt;
} guests[] = {
	{ "QEMU", "Standard PC", "qemu" },
	{ "Microsoft Corporation", "Virtual Machine", "hyperv" },
	{ "VMware, Inc.", "VMware7,1", "vmware" },
	{ "Some vendor", "Some product", "guest" },
};

START_TEST(a_guest_is_named_if_it_can_be)
{
	machine_put(root, "/proc/cpuinfo", "flags\t: fpu hypervisor tsc\n");
	machine_put(root, "/sys/devices/virtual/dmi/id/sys_vendor",
		    guests[_i].vendor);
	machine_put(root, "/sys/devices/virtual/dmi/id/product_name",
		    guests[_i].product);
	collect(0);
	ck_fact("virt", guests[_i].virt);
}
END_TEST

START_TEST(boost_is_found_wherever_a_driver_shows_it)
{
	machine_put(root, "/sys/devices/system/cpu/intel_pstate/no_turbo",
		    "1\n");
	collect(0);
	ck_fact("boost", "off");
	machine_remove(root, "/sys/devices/system/cpu/intel_pstate/no_turbo");
	collect(0);
	ck_fact("boost", NULL);
	machine_put(root, "/sys/devices/system/cpu/cpu0/cpufreq/boost", "1\n");
	collect(0);
	ck_fact("boost", "on");
	machine_put(root, "/sys/devices/system/cpu/cpufreq/boost", "0\n");
	collect(0);
	ck_fact("boost", "off");
}
END_TEST

/* A changed file, and which of the two ids it must change. */
static const struct {
	const char *path, *text;
	bool machine, config;
} changes[] = {
	{ "/proc/sys/kernel/hostname", "other", false, false },
	{ "/etc/os-release", "PRETTY_NAME=Other", false, false },
	{ "/sys/fs/cgroup/user.slice/cpu.max", "max 100000", false, false },
	{ "/proc/cmdline",
	  "BOOT_IMAGE=/other root=UUID=4711 quiet preempt=voluntary", false,
	  false },
	{ "/proc/cmdline",
	  "BOOT_IMAGE=/boot/vmlinuz-6.1.0-28-amd64 root=UUID=0f3c quiet "
	  "preempt=voluntary mitigations=off",
	  false, true },
	{ "/proc/sys/kernel/osrelease", "6.1.0-29-amd64", false, true },
	{ "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
	  "performance", false, true },
	{ "/sys/devices/system/cpu/intel_pstate/no_turbo", "1", false, true },
	{ "/sys/devices/system/cpu/smt/control", "off", false, true },
	{ "/sys/devices/system/cpu/vulnerabilities/mds", "Vulnerable", false,
	  true },
	{ "/proc/sys/kernel/version", "#2 SMP PREEMPT_DYNAMIC", false, true },
	{ "/sys/devices/system/cpu/online", "0-2", false, true },
	{ "/sys/devices/system/cpu/cpuidle/current_driver", "none", false,
	  true },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource",
	  "hpet", false, true },
	{ "/proc/cpuinfo",
	  "vendor_id\t: GenuineIntel\n"
	  "cpu family\t: 6\nmodel\t: 85\nstepping\t: 4\n"
	  "model name\t: Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz\n"
	  "microcode\t: 0x2007007\nflags\t: fpu\n",
	  false, true },
	{ "/sys/kernel/mm/transparent_hugepage/enabled",
	  "[always] madvise never", false, true },
	{ "/proc/self/status",
	  "Speculation_Store_Bypass:\tthread force mitigated\n"
	  "SpeculationIndirectBranch:\tconditional force disabled\n",
	  false, true },
	{ "/sys/devices/system/cpu/present", "0-7", true, true },
	{ "/sys/devices/virtual/dmi/id/product_name", "Other", true, true },
	{ "/proc/cpuinfo", "vendor_id\t: Other\nflags\t: fpu\n", true, true },
};

START_TEST(ids_change_with_what_they_stand_for)
{
	char machine[64], config[64];

	collect(0);
	strcpy(machine, session_fact(&s, "machine_id"));
	strcpy(config, session_fact(&s, "config_id"));
	ck_assert_str_ne(machine, config);
	collect(0);
	ck_fact("machine_id", machine);
	ck_fact("config_id", config);
	machine_put(root, changes[_i].path, changes[_i].text);
	collect(0);
	ck_assert_int_eq(!!strcmp(session_fact(&s, "machine_id"), machine),
			 changes[_i].machine);
	ck_assert_int_eq(!!strcmp(session_fact(&s, "config_id"), config),
			 changes[_i].config);
}
END_TEST

/* Another process holds events, which may count every switch. */
START_TEST(events_of_others_change_the_configuration)
{
	char dir[512], link[600], config[64];

	machine_put(root, "/proc/4711/fdinfo/3", "");
	collect(0);
	ck_fact("perf_events", geteuid() ? NULL : "none");
	strcpy(config, session_fact(&s, "config_id"));
	snprintf(dir, sizeof(dir), "%s/proc/4711/fd", root);
	ck_assert_int_eq(mkdir(dir, 0755), 0);
	snprintf(link, sizeof(link), "%s/3", dir);
	ck_assert_int_eq(symlink("/dev/null", link), 0);
	collect(0);
	ck_fact("config_id", config);
	snprintf(link, sizeof(link), "%s/4", dir);
	ck_assert_int_eq(symlink("anon_inode:[perf_event]", link), 0);
	collect(0);
	ck_fact("perf_events", "in use by others");
	ck_assert_str_ne(session_fact(&s, "config_id"), config);
}
END_TEST

START_TEST(this_machine_has_its_facts)
{
	static const char *const sure[] = { "machine_id",     "config_id",
					    "host",	      "arch",
					    "cpus_allowed",   "kernel",
					    "kernel_version", "preempt" };

	ck_assert_int_eq(facts_collect(&s), 0);
	for (int i = 0; i < COUNT(sure); i++)
		ck_assert_ptr_nonnull(session_fact(&s, sure[i]));
	for (size_t i = 0; i < s.nr_facts; i++)
		ck_assert_ptr_nonnull(s.facts[i].name);
	for (int i = 0; i < 2; i++) {
		const char *id = s.facts[i].value;

		ck_assert_uint_eq(strlen(id), 32);
		for (; *id; id++)
			ck_assert(isxdigit((unsigned char)*id));
	}
}
END_TEST

/* FIPS 180-4 examples; the lengths around the padding's second block. */
static const struct {
	size_t repeat;
	const char *text, *hex;
} digests[] = {
	{ 1, "",
	  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
	{ 1, "abc",
	  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ 1, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	{ 55, "a",
	  "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
	{ 56, "a",
	  "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
	{ 1000, "a",
	  "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3" },
	{ 1000000, "a",
	  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
};

START_TEST(sha256_gives_the_published_digests)
{
	size_t len = strlen(digests[_i].text) * digests[_i].repeat;
	char hex[SHA256_HEX_LEN], *data = malloc(len + 1);

	*data = '\0';
	if (digests[_i].repeat == 1)
		strcpy(data, digests[_i].text);
	else
		memset(data, *digests[_i].text, len);
	sha256_hex(data, len, hex);
	ck_assert_str_eq(hex, digests[_i].hex);
	free(data);
}
END_TEST

/* --- a machine that changed during the runs --- */

static void begin(struct session *now)
{
	memset(now, 0, sizeof(*now));
	ck_assert_ptr_nonnull(session_add_entry(now));
	ck_assert_ptr_nonnull(session_add_entry(now));
	ck_assert_int_eq(facts_collect_at(now, root, 0), 0);
}

START_TEST(an_unchanged_machine_gives_no_note)
{
	struct session now;

	begin(&now);
	ck_assert_int_eq(config_compare_at(&now, root, 0), 0);
	ck_assert_uint_eq(now.entries[0].notes.nr, 0);
	session_free(&now);
}
END_TEST

/* As the clock that was measured in the runs. */
START_TEST(what_became_known_in_the_runs_is_no_change)
{
	struct session now;

	begin(&now);
	ck_assert_int_eq(facts_add(&now, "clock_mhz", "3487"), 0);
	ck_assert_int_eq(config_compare_at(&now, root, 0), 0);
	ck_assert_uint_eq(now.entries[0].notes.nr, 0);
	session_free(&now);
}
END_TEST

START_TEST(a_changed_fact_is_noted_with_both_values)
{
	struct session now;

	begin(&now);
	for (size_t i = 0; i < now.nr_facts; i++)
		if (!strcmp(now.facts[i].name, "kernel")) {
			free(now.facts[i].value);
			now.facts[i].value = strdup("1.2.3-before");
		}
	ck_assert_int_eq(config_compare_at(&now, root, 0), 0);
	for (size_t e = 0; e < 2; e++) {
		ck_assert_uint_eq(now.entries[e].notes.nr, 1);
		ck_assert_str_eq(now.entries[e].notes.v[0].id, "W-CONFIG");
		ck_assert_ptr_nonnull(strstr(now.entries[e].notes.v[0].text,
					     "kernel was 1.2.3-before"));
	}
	session_free(&now);
}
END_TEST

START_TEST(without_facts_nothing_is_read)
{
	struct session now = { 0 };

	ck_assert_ptr_nonnull(session_add_entry(&now));
	ck_assert_int_eq(config_compare_at(&now, root, 0), 0);
	ck_assert_uint_eq(now.entries[0].notes.nr, 0);
	session_free(&now);
}
END_TEST

static TCase *change_case(void)
{
	TCase *t = tcase_create("change");

	tcase_add_checked_fixture(t, unpack_x86, forget);
	tcase_add_test(t, an_unchanged_machine_gives_no_note);
	tcase_add_test(t, what_became_known_in_the_runs_is_no_change);
	tcase_add_test(t, a_changed_fact_is_noted_with_both_values);
	tcase_add_test(t, without_facts_nothing_is_read);
	return t;
}

static const struct {
	const char *name, *a, *b;
	int relation;
} relations[] = {
	{ "governor", "powersave", "powersave", FACT_SAME },
	{ "governor", "powersave", "performance", FACT_OTHER_CONFIG },
	{ "governor", "powersave", NULL, FACT_UNKNOWN },
	{ "governor", NULL, NULL, FACT_SAME },
	{ "preempt", "full (dynamic)", "dynamic", FACT_UNKNOWN },
	{ "preempt", "full (dynamic)", "none (dynamic)", FACT_OTHER_CONFIG },
	{ "latency_request", "none", NULL, FACT_UNKNOWN },
	{ "latency_request", "none", "20 us", FACT_OTHER_CONFIG },
	{ "autogroup", "on", "off", FACT_OTHER_CONFIG },
	{ "cmdline", "root=/dev/sda1 quiet", "root=/dev/sdb1 quiet",
	  FACT_SAME },
	{ "cmdline", "quiet", "quiet nohz_full=1", FACT_OTHER_CONFIG },
	{ "cpu_model", "A", "B", FACT_OTHER_MACHINE },
	{ "host", "a", "b", FACT_SAME },
	{ "of a later version", "a", "b", FACT_SAME },
};

START_TEST(what_is_not_known_conflicts_with_nothing)
{
	ck_assert_int_eq(facts_relate(relations[_i].name, relations[_i].a,
				      relations[_i].b),
			 relations[_i].relation);
	ck_assert_int_eq(facts_relate(relations[_i].name, relations[_i].b,
				      relations[_i].a),
			 relations[_i].relation);
}
END_TEST

/* The value of a fact, as it is now. */
static char *value_of(const char *name)
{
	collect(1);
	ck_assert_ptr_nonnull(session_fact(&s, name));
	return strdup(session_fact(&s, name));
}

START_TEST(machines_of_one_model_and_clones_are_told_apart)
{
	char *model, *instance, *install, *other;

	machine_put(root, "/etc/machine-id",
		    "0123456789abcdef0123456789abcdef\n");
	model = value_of("machine_id");
	instance = value_of("instance_id");
	install = value_of("install_id");
	/* The id itself is not for others. */
	ck_assert_ptr_null(strstr(install, "0123456789abcdef"));
	machine_put(root, "/proc/sys/kernel/hostname", "clone\n");
	ck_fact("product_id", NULL);
	other = value_of("instance_id");
	ck_assert_str_ne(other, instance);
	ck_fact("install_id", install);
	ck_fact("machine_id", model);
	machine_remove(root, "/etc/machine-id");
	collect(1);
	ck_fact("instance_id", NULL);
	ck_fact("install_id", NULL);
	free(model);
	free(instance);
	free(install);
	free(other);
}
END_TEST

static Suite *facts_suite(void)
{
	Suite *suite = suite_create("facts");
	TCase *x86 = tcase_create("x86"), *variant = tcase_create("arm");
	TCase *digest = tcase_create("digest");

	tcase_add_checked_fixture(x86, unpack_x86, forget);
	tcase_add_loop_test(x86, an_x86_server_is_described, 0,
			    COUNT(x86_facts));
	tcase_add_loop_test(x86, preemption_is_read_from_what_the_kernel_says,
			    0, COUNT(preemptions));
	tcase_add_test(x86, dynamic_preemption_may_remain_undecided);
	tcase_add_loop_test(x86, a_guest_is_named_if_it_can_be, 0,
			    COUNT(guests));
	tcase_add_test(x86, boost_is_found_wherever_a_driver_shows_it);
	tcase_add_loop_test(x86, ids_change_with_what_they_stand_for, 0,
			    COUNT(changes));
	tcase_add_loop_test(x86, what_is_not_known_conflicts_with_nothing, 0,
			    COUNT(relations));
	tcase_add_test(x86, machines_of_one_model_and_clones_are_told_apart);
	tcase_add_test(x86, this_machine_has_its_facts);
	tcase_add_test(x86, events_of_others_change_the_configuration);
	suite_add_tcase(suite, x86);
	tcase_add_checked_fixture(variant, unpack_arm, forget);
	tcase_add_loop_test(variant, an_arm_server_is_described, 0,
			    COUNT(arm_facts));
	tcase_add_test(variant, the_registers_of_the_cpu_asked_about_count);
	tcase_add_test(variant,
		       an_unknown_core_is_named_by_the_board_or_by_number);
	suite_add_tcase(suite, variant);
	tcase_add_loop_test(digest, sha256_gives_the_published_digests, 0,
			    COUNT(digests));
	suite_add_tcase(suite, digest);
	suite_add_tcase(suite, change_case());
	return suite;
}
TEST_SUITE(facts_suite);
