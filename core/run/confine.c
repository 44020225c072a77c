/* SPDX-License-Identifier: MIT */
/*
 * core/run/confine.c - what the tasks of a run put on themselves.
 */
#include "run/confine.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* Of Linux 5.10; older headers lack it. */
#ifndef PR_SPEC_L1D_FLUSH
#define PR_SPEC_L1D_FLUSH 2
#endif

const char *const confine_words[] = {
	[CONFINE_NONE] = "none",
	[CONFINE_SSBD] = "ssbd",
	[CONFINE_IB] = "ib",
	[CONFINE_L1D] = "l1d",
	NULL,
};

/* What to control, and the word that switches the mitigation on. */
static const struct {
	unsigned long which, on;
} controls[] = {
	[CONFINE_SSBD] = { PR_SPEC_STORE_BYPASS, PR_SPEC_DISABLE },
	[CONFINE_IB] = { PR_SPEC_INDIRECT_BRANCH, PR_SPEC_DISABLE },
	[CONFINE_L1D] = { PR_SPEC_L1D_FLUSH, PR_SPEC_ENABLE },
};

static const char *mitigation_unsupported(int mitigation)
{
	int state;

	if (mitigation == CONFINE_NONE)
		return NULL;
	state = prctl(PR_GET_SPECULATION_CTRL, controls[mitigation].which, 0, 0,
		      0);
	if (state < 0)
		return errno == ENODEV ?
			       "this kernel cannot control it on this CPU" :
			       "this kernel does not know it";
	if (state == PR_SPEC_NOT_AFFECTED)
		return "this CPU is not affected";
	if ((unsigned long)state & PR_SPEC_PRCTL)
		return NULL;
	if (mitigation == CONFINE_L1D)
		return "tasks cannot choose it: boot with l1d_flush=on";
	return (unsigned long)state & PR_SPEC_ENABLE ?
		       "the kernel has it off for all tasks" :
		       "the kernel has it on for all tasks";
}

bool confine_unsupported(const struct confine *c, char *why, size_t len)
{
	const char *text = mitigation_unsupported(c->mitigation);

	if (text) {
		snprintf(why, len, "--mitigate %s: %s",
			 confine_words[c->mitigation], text);
		return true;
	}
	if (!c->filters || prctl(PR_GET_SECCOMP) >= 0 || errno != EINVAL)
		return false;
	snprintf(why, len, "--seccomp: this kernel has no seccomp");
	return true;
}

static int add_filter(void)
{
	struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog all = { .len = 1, .filter = &allow };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all))
		return -errno;
	return 0;
}

int confine_task(const struct confine *c, bool first, const char **what)
{
	int ret = 0;

	*what = "nice level";
	if (c->niced && setpriority(PRIO_PROCESS, 0, c->nice))
		return errno == EACCES ? -EPERM : -errno;
	*what = "timer slack";
	if (c->slack_ns && prctl(PR_SET_TIMERSLACK, c->slack_ns))
		return -errno;
	*what = "mitigation";
	if (c->mitigation != CONFINE_NONE &&
	    prctl(PR_SET_SPECULATION_CTRL, controls[c->mitigation].which,
		  controls[c->mitigation].on, 0, 0))
		return -errno;
	*what = "seccomp filter";
	for (uint32_t i = 0; i < c->filters && first && !ret; i++)
		ret = add_filter();
	return ret;
}
