/* SPDX-License-Identifier: MIT */
/*
 * core/util/version.h - which harness this is and how it was built.
 */
#ifndef CORE_UTIL_VERSION_H
#define CORE_UTIL_VERSION_H

/* "0.1.0", with "-g" and the commit where the build knew it. Static. */
const char *version_text(void);

/* "gcc 12.2.0". Static. */
const char *version_compiler(void);

/* The flags that program and benchmarks were compiled with. Static. */
const char *version_cflags(void);

#endif
