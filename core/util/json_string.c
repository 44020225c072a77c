/* SPDX-License-Identifier: MIT */
/*
 * core/util/json_string.c - strings as JSON writes them.
 */
#include "util/json_string.h"

#include <ctype.h>
#include <string.h>

static bool hex4(const char *at, const char *end, uint32_t *code)
{
	*code = 0;
	if (end - at < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		unsigned char c = at[i];

		if (!isxdigit(c))
			return false;
		*code = *code << 4 |
			(isdigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return true;
}

/* What "\u" introduces, a pair of surrogates too. Return: as escape(). */
static const char *unicode_escape(const char **at, const char *end,
				  uint32_t *code)
{
	uint32_t low;

	if (!hex4(*at, end, code))
		return "'\\u' without four hexadecimal digits";
	*at += 4;
	if (!*code)
		return "the character NUL, '\\u0000', in a string";
	if (*code < 0xd800 || *code > 0xdfff)
		return NULL;
	if (*code > 0xdbff || end - *at < 2 || memcmp(*at, "\\u", 2) ||
	    !hex4(*at + 2, end, &low) || low < 0xdc00 || low > 0xdfff)
		return "half of a surrogate pair";
	*at += 6;
	*code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
	return NULL;
}

/* Takes what a backslash introduces. Return: NULL, or what is wrong. */
static const char *escape(const char **at, const char *end, uint32_t *code)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	const char *known;
	char c = *at < end ? *(*at)++ : '\0';

	if (c == 'u')
		return unicode_escape(at, end, code);
	known = c ? strchr(names, c) : NULL;
	if (!known)
		return "no escape begins so";
	*code = (unsigned char)values[known - names];
	return NULL;
}

static char *put_utf8(char *to, uint32_t c)
{
	if (c < 0x80) {
		*to++ = (char)c;
		return to;
	}
	if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
	} else {
		if (c < 0x10000) {
			*to++ = (char)(0xe0 | c >> 12);
		} else {
			*to++ = (char)(0xf0 | c >> 18);
			*to++ = (char)(0x80 | (c >> 12 & 0x3f));
		}
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
	}
	*to++ = (char)(0x80 | (c & 0x3f));
	return to;
}

size_t utf8_char(const char *at, const char *end, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char lead = *at;
	size_t len = lead < 0x80 ? 1 :
		     lead < 0xc2 ? 0 :
		     lead < 0xe0 ? 2 :
		     lead < 0xf0 ? 3 :
		     lead < 0xf5 ? 4 :
				   0;

	*code = len > 1 ? lead & (0x7fu >> len) : lead;
	if ((size_t)(end - at) < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	if (len > 1 && (*code < least[len] || *code > 0x10ffff ||
			(*code >= 0xd800 && *code <= 0xdfff)))
		return 0;
	return len;
}

/* Bytes of a string that are not simply themselves. */
static const bool special[256] = {
	['"'] = true,
	['\\'] = true,
	[0 ... 0x1f] = true,
	[0x80 ... 0xff] = true,
};

/* Passes an escape, or a character that is not ASCII. */
static const char *pass_special(const char **at, const char *end, bool *plain)
{
	const char *from = *at, *wrong;
	uint32_t ignored;
	size_t len;

	if (*from == '\\') {
		*plain = false;
		++*at;
		wrong = escape(at, end, &ignored);
		if (wrong)
			*at = from;
		return wrong;
	}
	if ((unsigned char)*from < ' ')
		return "a control character in a string";
	len = utf8_char(from, end, &ignored);
	*at += len;
	return len ? NULL : "a byte that is not UTF-8";
}

const char *json_string_scan(const char **at, const char *end, bool *plain)
{
	const char *wrong = NULL;

	*plain = true;
	while (!wrong) {
		while (*at < end && !special[(unsigned char)**at])
			++*at;
		if (*at == end || **at == '"')
			break;
		wrong = pass_special(at, end, plain);
	}
	return wrong;
}

size_t json_string_copy(char *to, const char *from, size_t len)
{
	const char *end = from + len, *start = to;
	uint32_t code;

	while (from < end) {
		if (*from++ != '\\') {
			*to++ = from[-1];
			continue;
		}
		escape(&from, end, &code);
		to = put_utf8(to, code);
	}
	return to - start;
}
