/* SPDX-License-Identifier: MIT */
/*
 * core/session/session.h - perform a plan.
 */
#ifndef CORE_SESSION_SESSION_H
#define CORE_SESSION_SESSION_H

#include "session/plan.h"
#include "result/result.h"
#include "session/options.h"

/**
 * session_run - measure everything in a plan
 * @o:		what was asked for
 * @p:		plan; rates found out are kept in it
 * @s:		session with one entry for each of the plan's, filled in
 *
 * First the rate of every benchmark, then all runs, in rounds whose order is
 * drawn by lot; then the controls, runs that time each loop, and runs with
 * counters, as far as asked for. Invalid runs are replaced, up to half of
 * -r. A failed run ends its benchmark, with a message; the others go on.
 *
 * Return: 0, also when benchmarks failed; -EINTR: interrupted, what was
 * finished is in @s; -ENOMEM.
 */
int session_run(const struct run_opts *o, struct plan *p, struct session *s);

#endif
