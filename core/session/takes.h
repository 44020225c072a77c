/* SPDX-License-Identifier: MIT */
/*
 * core/session/takes.h - the options of harness run that are more than a number
 * or a word.
 *
 * Each is a struct opt's take(): @dest is a struct run_opts.
 */
#ifndef CORE_SESSION_TAKES_H
#define CORE_SESSION_TAKES_H

#include <stddef.h>

int run_take_policy(void *dest, const char *text, char *why, size_t len);
int run_take_groups(void *dest, const char *text, char *why, size_t len);
int run_take_cpus(void *dest, const char *text, char *why, size_t len);
int run_take_ws(void *dest, const char *text, char *why, size_t len);
int run_take_touch(void *dest, const char *text, char *why, size_t len);
int run_take_until(void *dest, const char *text, char *why, size_t len);
int run_take_scope(void *dest, const char *text, char *why, size_t len);
int run_take_calls(void *dest, const char *text, char *why, size_t len);
int run_take_output(void *dest, const char *text, char *why, size_t len);
int run_take_param(void *dest, const char *text, char *why, size_t len);

#endif
