/* SPDX-License-Identifier: MIT */
/*
 * core/session/file_limit.h - resource limits that a plan needs raised.
 */
#ifndef CORE_SESSION_FILE_LIMIT_H
#define CORE_SESSION_FILE_LIMIT_H

#include "session/plan.h"

/**
 * file_limit_raise - lift the soft limit of open files as far as a plan may need
 *
 * Up to the hard limit, with a message. Tasks that are threads share one
 * table of descriptors; what is needed is an estimate, and where it is not
 * to be had the benchmark says so when it gets there.
 */
void file_limit_raise(const struct plan *p);

#endif
