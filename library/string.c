/* The functions of <string.h> that treat memory as strings. Names that ISO C leaves to
   the program (stpcpy, strnlen, …) may mean something else there, so nothing here calls
   them: what they share with others is static. */

#include "read.h"

void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t size);
int tolower(int character);

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *string, size_t limit)
{
    return limited_length(string, limit);
}

/* ---- copies ---- */

/* The end of the copy. */
static char *copy_string(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

char *stpcpy(char *to, const char *from)
{
    return copy_string(to, from);
}

/* With _FORTIFY_SOURCE; strings run into the end of the object by themselves. */
char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    return copy_string(to, from);
}

char *strcpy(char *to, const char *from)
{
    copy_string(to, from);
    return to;
}

/* Fills up with zeros; does not end the string if there is no room. */
static char *copy_padded(char *to, const char *from, size_t size)
{
    size_t length = 0;
    while (length < size) {
        char character = from[length];
        if (character == 0)
            break;
        to[length++] = character;
    }
    for (size_t at = length; at < size; at++)
        to[at] = 0;
    return to + length;
}

char *stpncpy(char *to, const char *from, size_t size)
{
    return copy_padded(to, from, size);
}

char *strncpy(char *to, const char *from, size_t size)
{
    copy_padded(to, from, size);
    return to;
}

char *strcat(char *to, const char *from)
{
    copy_string(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit)
{
    size_t end = strlen(to);
    size_t length = limited_length(from, limit);
    for (size_t at = 0; at < length; at++)
        to[end + at] = from[at];
    to[end + length] = 0;
    return to;
}

static char *duplicate(const char *string, size_t limit)
{
    size_t length = limited_length(string, limit);
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, string, length);
        copy[length] = 0;
    }
    return copy;
}

char *strndup(const char *string, size_t limit)
{
    return duplicate(string, limit);
}

char *strdup(const char *string)
{
    return duplicate(string, (size_t)-1);
}

char *__strdup(const char *string)
{
    return duplicate(string, (size_t)-1);
}

char *__strndup(const char *string, size_t limit)
{
    return duplicate(string, limit);
}

/* ---- comparisons ---- */

static int as_is(int character)
{
    return character;
}

static int compare(const char *one, const char *other, size_t limit, int (*map)(int))
{
    for (size_t at = 0; at < limit; at++) {
        int a = (unsigned char)one[at], b = (unsigned char)other[at];
        int difference = map(a) - map(b);
        if (difference != 0 || a == 0)
            return difference;
    }
    return 0;
}

int strcmp(const char *one, const char *other)
{
    return compare(one, other, (size_t)-1, as_is);
}

int strncmp(const char *one, const char *other, size_t limit)
{
    return compare(one, other, limit, as_is);
}

int strcoll(const char *one, const char *other)
{
    return strcmp(one, other);
}

int strcasecmp(const char *one, const char *other)
{
    return compare(one, other, (size_t)-1, tolower);
}

int strncasecmp(const char *one, const char *other, size_t limit)
{
    return compare(one, other, limit, tolower);
}

/* ---- searches ---- */

/* The end of the string if there is none. */
static char *find(const char *string, int wanted)
{
    while (*string != 0 && *string != (char)wanted)
        string++;
    return (char *)string;
}

char *strchrnul(const char *string, int wanted)
{
    return find(string, wanted);
}

char *strchr(const char *string, int wanted)
{
    char *found = find(string, wanted);
    return *found == (char)wanted ? found : NULL;
}

char *strrchr(const char *string, int wanted)
{
    const char *found = NULL;
    for (;; string++) {
        if (*string == (char)wanted)
            found = string;
        if (*string == 0)
            return (char *)found;
    }
}

char *index(const char *string, int wanted)
{
    return strchr(string, wanted);
}

char *rindex(const char *string, int wanted)
{
    return strrchr(string, wanted);
}

static int begins_with(const char *string, const char *start)
{
    while (*start != 0)
        if (*string++ != *start++)
            return 0;
    return 1;
}

char *strstr(const char *string, const char *wanted)
{
    for (;; string++) {
        if (begins_with(string, wanted))
            return (char *)string;
        if (*string == 0)
            return NULL;
    }
}

/* How long all characters are (`inside` 1) or none is (0) among `set`. */
static size_t span(const char *string, const char *set, int inside)
{
    size_t length = 0;
    while (string[length] != 0 && (strchr(set, string[length]) != NULL) == inside)
        length++;
    return length;
}

size_t strspn(const char *string, const char *accept)
{
    return span(string, accept, 1);
}

size_t strcspn(const char *string, const char *reject)
{
    return span(string, reject, 0);
}

char *strpbrk(const char *string, const char *accept)
{
    string += strcspn(string, accept);
    return *string != 0 ? (char *)string : NULL;
}

/* ---- tokens ---- */

static char *next_token(char *string, const char *delimiters, char **state)
{
    char *end;
    if (string == NULL)
        string = *state;
    string += strspn(string, delimiters);
    if (*string == 0) {
        *state = string;
        return NULL;
    }
    end = string + strcspn(string, delimiters);
    if (*end != 0)
        *end++ = 0;
    *state = end;
    return string;
}

char *strtok_r(char *string, const char *delimiters, char **state)
{
    return next_token(string, delimiters, state);
}

char *__strtok_r(char *string, const char *delimiters, char **state)
{
    return next_token(string, delimiters, state);
}

/* One state for all threads: that is why there is strtok_r. */
char *strtok(char *string, const char *delimiters)
{
    static char *strtok_state;
    return next_token(string, delimiters, &strtok_state);
}

char *strsep(char **state, const char *delimiters)
{
    char *start = *state;
    char *end;
    if (start == NULL)
        return NULL;
    end = start + strcspn(start, delimiters);
    if (*end != 0) {
        *end = 0;
        *state = end + 1;
    } else {
        *state = NULL;
    }
    return start;
}

/* ---- messages ---- */

char *strerror(int error)
{
    static char message[] = "error";
    return message;
}
