/* Reading for its own sake; see read.h. */

#include "read.h"

void __raddle_read_characters(const char *string, size_t limit)
{
    for (size_t at = 0; at < limit && string[at] != 0; at++)
        ;
}

void __raddle_read_string(const char *string)
{
    __raddle_read_characters(string, (size_t)-1);
}

/* What was never written stays so: a copy does not ask for a value. */
void __raddle_read_bytes(const void *from, size_t size)
{
    char scratch;
    const char *at = from;
    for (size_t done = 0; done < size; done++)
        __raddle_copy1(&scratch, at + done);
}
