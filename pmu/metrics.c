/* SPDX-License-Identifier: MIT */
/*
 * pmu/metrics.c - portable names, and how each kind of CPU counts them.
 *
 * Of a metric's candidates the first that belongs to a table of this CPU is
 * taken. A candidate names tables of libpfm4, since equal names in other
 * tables often count something else. On Arm the architecture fixes the event
 * numbers, and the kernel shows in sysfs which of them the CPU implements.
 * The kernel's generic events come last; they are left out where the kernel
 * maps them to something else than the metric, or to different things.
 */
#include <string.h>

#include "internal.h"

#define NHM "nhm nhm_ex wsm wsm_dp "
#define SNB "snb snb_ep ivb ivb_ep "
#define HSW "hsw hsw_ep bdw bdw_ep "
#define SKL "skl skx clx "
#define ICL "icl icx "
#define SPR "spr emr gnr adl_glc "
#define SMALL "knl knm slm glm tmt "
#define BIG SNB HSW SKL ICL SPR
#define ZEN1 "amd64_fam17h_zen1 "
#define ZEN2 "amd64_fam17h_zen2 "
#define ZEN3 "amd64_fam19h_zen3 "
#define ZEN4 "amd64_fam19h_zen4 "
#define ZEN5 "amd64_fam1ah_zen5 "
#define ZEN ZEN1 ZEN2 ZEN3 ZEN4 ZEN5
#define OLD_AMD "amd64_fam10h_barcelona amd64_fam15h_interlagos amd64_fam16h "
#define ARM "arm_*"
#define GENERIC "perf"

#define CANDIDATES (const struct candidate[])

const struct metric metric_table[] = {
	{ "cycles", PMU_TIME, "core cycles while not halted",
	  CANDIDATES{ { NHM BIG SMALL, "UNHALTED_CORE_CYCLES", "core cycles" },
		      { "adl_grt", "CPU_CLK_UNHALTED:CORE_P", "core cycles" },
		      { ZEN, "CYCLES_NOT_IN_HALT", "core cycles" },
		      { OLD_AMD, "CPU_CLK_UNHALTED", "core cycles" },
		      { ARM, "CPU_CYCLES", "core cycles" },
		      { GENERIC, "CYCLES", "core cycles" },
		      { 0 } } },
	{ "instructions", PMU_ISA, "instructions retired",
	  CANDIDATES{ { NHM BIG SMALL, "INSTRUCTION_RETIRED", "instructions" },
		      { "adl_grt", "INST_RETIRED:ANY_P", "instructions" },
		      { ZEN OLD_AMD, "RETIRED_INSTRUCTIONS", "instructions" },
		      { ARM, "INST_RETIRED", "instructions" },
		      { GENERIC, "INSTRUCTIONS", "instructions" },
		      { 0 } } },
	{ "ref-cycles", PMU_TIME, "cycles at a constant rate while not halted",
	  CANDIDATES{ { NHM BIG SMALL, "UNHALTED_REFERENCE_CYCLES",
			"reference cycles" },
		      { GENERIC, "REF-CYCLES", "reference cycles" },
		      { 0 } } },
	{ "branches", PMU_ISA, "branch instructions retired",
	  CANDIDATES{ { NHM BIG SMALL "adl_grt", "BR_INST_RETIRED:ALL_BRANCHES",
			"branches" },
		      { ZEN OLD_AMD, "RETIRED_BRANCH_INSTRUCTIONS", "branches" },
		      { ARM, "BR_RETIRED", "branches" },
		      { 0 } } },
	{ "branch-misses", PMU_MICRO, "mispredicted branches",
	  CANDIDATES{ { "wsm wsm_dp " BIG SMALL "adl_grt",
			"BR_MISP_RETIRED:ALL_BRANCHES",
			"mispredicted, retired" },
		      { ZEN, "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED",
			"mispredicted, retired" },
		      { OLD_AMD, "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS",
			"mispredicted, retired" },
		      { ARM, "BR_MIS_PRED_RETIRED", "mispredicted, retired" },
		      { ARM, "BR_MIS_PRED", "mispredicted, speculative too" },
		      { GENERIC, "BRANCH-MISSES", "mispredicted, generic" },
		      { 0 } } },
	{ "llc-misses", PMU_MICRO, "accesses that miss the last-level cache",
	  CANDIDATES{ { "nhm nhm_ex wsm wsm_dp ivb ivb_ep " HSW SKL ICL SPR
			"glm tmt adl_grt",
			"LONGEST_LAT_CACHE:MISS", "llc" },
		      { "snb snb_ep knl knm slm", "LLC_MISSES", "llc" },
		      { ZEN2,
			"DATA_CACHE_REFILLS_FROM_SYSTEM:LS_MABRESP_LCL_DRAM:"
			"LS_MABRESP_RMT_DRAM",
			"data from memory" },
		      { ZEN3,
			"ANY_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_LCL:"
			"MEM_IO_RMT",
			"data from memory" },
		      { ZEN4,
			"ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:"
			"DRAM_IO_FAR",
			"data from memory" },
		      { ARM, "LL_CACHE_MISS_RD", "llc reads" },
		      { 0 } } },
	{ "l2-misses", PMU_MICRO, "accesses that miss the level 2 cache",
	  CANDIDATES{ { HSW SKL "gnr adl_glc", "L2_RQSTS:MISS", "l2 requests" },
		      /* The same umask, which libpfm4 has no name for there. */
		      { ICL "spr emr", "L2_RQSTS:0x3f", "l2 requests" },
		      { ZEN,
			"CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:"
			"IC_FILL_MISS:LS_RD_BLK_C",
			"l2 from l1 misses" },
		      { ARM, "L2D_CACHE_REFILL", "l2d refills" },
		      { 0 } } },
	{ "l1d-misses", PMU_MICRO, "lines brought into the level 1 data cache",
	  CANDIDATES{ { NHM, "L1D:REPL", "l1d replacements" },
		      { BIG, "L1D:REPLACEMENT", "l1d replacements" },
		      { ZEN, "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X",
			"l1d reads and stores to l2" },
		      { ARM, "L1D_CACHE_REFILL", "l1d refills" },
		      { 0 } } },
	{ "dtlb-misses", PMU_MICRO,
	  "page walks for data addresses; of loads only on Intel",
	  CANDIDATES{ { NHM BIG "adl_grt", "DTLB_LOAD_MISSES:WALK_COMPLETED",
			"walks of loads" },
		      { ZEN, "L1_DTLB_MISS:0xf0", "walks of loads and stores" },
		      { ARM, "DTLB_WALK", "walks of loads and stores" },
		      { ARM, "L1D_TLB_REFILL", "l1 dtlb refills" },
		      { GENERIC, "DTLB-LOAD-MISSES", "dtlb misses, generic" },
		      { 0 } } },
	{ "itlb-misses", PMU_MICRO, "page walks for instruction addresses",
	  CANDIDATES{
		  { NHM BIG "adl_grt", "ITLB_MISSES:WALK_COMPLETED",
		    "walks of fetches" },
		  { ZEN1 ZEN2, "L1_ITLB_MISS_L2_ITLB_MISS:IF4K:IF2M:IF1G",
		    "walks of fetches" },
		  { ZEN3 ZEN4,
		    "L1_ITLB_MISS_L2_ITLB_MISS:IF4K:IF2M:IF1G:COALESCED4K",
		    "walks of fetches" },
		  { ZEN5, "L1_ITLB_MISS_L2_ITLB_MISS:0xf", "walks of fetches" },
		  { ARM, "ITLB_WALK", "walks of fetches" },
		  { ARM, "L1I_TLB_REFILL", "l1 itlb refills" },
		  { GENERIC, "ITLB-LOAD-MISSES", "itlb misses, generic" },
		  { 0 } } },
	{ "stalls-frontend", PMU_MICRO,
	  "cycles in which the front end delivers nothing",
	  CANDIDATES{ { BIG, "IDQ_UOPS_NOT_DELIVERED:CYCLES_0_UOPS_DELIV_CORE",
			"cycles without delivered uops" },
		      { ARM, "STALL_FRONTEND", "stall cycles" },
		      { 0 } } },
	{ "stalls-backend", PMU_MICRO,
	  "cycles in which the back end holds up what the front end has",
	  CANDIDATES{ { SNB HSW SKL, "RESOURCE_STALLS:ANY",
			"cycles without a resource to allocate" },
		      { ICL, "CYCLE_ACTIVITY:STALLS_MEM_ANY",
			"cycles stalled on memory" },
		      { SPR, "EXE_ACTIVITY:BOUND_ON_LOADS",
			"cycles stalled on memory" },
		      { ZEN4, "CYCLES_NO_RETIRE:NOT_COMPLETE_LOAD_AND_ALU",
			"cycles in which the oldest op is not done" },
		      { "adl_grt", "TOPDOWN_BE_BOUND:ALL", "slots lost" },
		      { ARM, "STALL_BACKEND", "stall cycles" },
		      { 0 } } },
	{ "tlb-flushes", PMU_MICRO, "flushes of the TLB",
	  CANDIDATES{ { SNB HSW SKL ICL, "TLB_FLUSH:STLB_ANY", "stlb flushes" },
		      { ZEN2 ZEN3 ZEN4 ZEN5, "TLB_FLUSHES", "tlb flushes" },
		      { 0 } } },
	{ "dtlb-flushes", PMU_MICRO, "flushes of the data TLB by this thread",
	  CANDIDATES{
		  { SNB HSW SKL ICL, "TLB_FLUSH:DTLB_THREAD", "dtlb flushes" },
		  { 0 } } },
	{ "itlb-flushes", PMU_MICRO, "flushes of the instruction TLB",
	  CANDIDATES{ { SNB HSW SKL, "ITLB:ITLB_FLUSH", "itlb flushes" },
		      { 0 } } },
	{ "kernel-entries", PMU_MICRO,
	  "entries into the kernel, by system call or interrupt",
	  CANDIDATES{ { SNB HSW, "CPL_CYCLES:RING0_TRANS", "entries of ring 0" },
		      { SKL, "CPU_CLK_THREAD_UNHALTED:RING0_TRANS:k",
			"entries of ring 0" },
		      { ARM, "EXC_TAKEN", "exceptions taken" },
		      { 0 } } },
	{ "ttbr-writes", PMU_ISA, "writes of a page table base register",
	  CANDIDATES{ { ARM, "TTBR_WRITE_RETIRED", "ttbr writes" }, { 0 } } },
	{ "contextidr-writes", PMU_ISA, "writes of the context id register",
	  CANDIDATES{ { ARM, "CID_WRITE_RETIRED", "contextidr writes" },
		      { 0 } } },
	{ "cache-references", PMU_MICRO,
	  "what this kernel calls so; differs between CPUs",
	  CANDIDATES{ { GENERIC, "CACHE-REFERENCES", "generic" }, { 0 } } },
	{ "cache-misses", PMU_MICRO,
	  "what this kernel calls so: last-level cache on Intel, level 2 on "
	  "AMD, level 1 on Arm",
	  CANDIDATES{ { GENERIC, "CACHE-MISSES", "generic" }, { 0 } } },
	{ NULL, 0, NULL, NULL },
};

const struct metric *metric_find(const char *name)
{
	for (const struct metric *m = metric_table; m->name; m++) {
		if (!strcmp(m->name, name))
			return m;
	}
	return NULL;
}

bool metric_has_table(const char *tables, const char *table)
{
	while (*tables) {
		size_t n = strcspn(tables, " ");
		bool all = n && tables[n - 1] == '*';

		if (all ? !strncmp(tables, table, n - 1) :
			  n == strlen(table) && !strncmp(tables, table, n))
			return true;
		tables += n + strspn(tables + n, " ");
	}
	return false;
}
