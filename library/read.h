/* Reading what a function is given and does nothing else with: that it may be
   read, and that nobody writes it at the same time, is checked all the same. */

#ifndef RADDLE_READ_H
#define RADDLE_READ_H

#include "raddle.h"

/* Up to the NUL, or `limit` characters. */
void __raddle_read_characters(const char *string, size_t limit);
void __raddle_read_string(const char *string);
void __raddle_read_bytes(const void *from, size_t size);

/* `strnlen`, which may be a name of the program. */
static inline size_t limited_length(const char *string, size_t limit)
{
    size_t length = 0;
    while (length < limit && string[length] != 0)
        length++;
    return length;
}

#endif
