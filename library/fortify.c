/* What _FORTIFY_SOURCE makes of calls: the same functions, told how much room
   there is. Too little is what the check `memory` calls an error. Those whose plain
   name ISO C leaves to the program (`read`, `stpcpy`) are beside it. */

#include "format.h"

void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
size_t strlen(const char *);
char *fgets(char *, int, void *);

static void check_room(size_t needed, size_t room)
{
    __raddle_check_memory(needed <= room, "writes more than there is room for");
}

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room)
{
    check_room(size, room);
    return memcpy(to, from, size);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room)
{
    check_room(size, room);
    memcpy(to, from, size);
    return (char *)to + size;
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room)
{
    check_room(size, room);
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int value, size_t size, size_t room)
{
    check_room(size, room);
    return memset(to, value, size);
}

/* Strings run into the end of the object by themselves. */
char *__strcpy_chk(char *to, const char *from, size_t room)
{
    return strcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room)
{
    check_room(size, room);
    return strncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t size, size_t room)
{
    return strncat(to, from, size);
}

char *__fgets_chk(char *to, size_t room, int size, void *stream)
{
    check_room((size_t)size, room);
    return fgets(to, size, stream);
}

/* ---- formatted text ---- */

DEFINE_PRINT(__printf_chk, int flag, )
DEFINE_PRINT(__fprintf_chk, void *stream, int flag, )
DEFINE_PRINT(__dprintf_chk, int descriptor, int flag, )
DEFINE_PRINT_LIST(__vprintf_chk, int flag, )
DEFINE_PRINT_LIST(__vfprintf_chk, void *stream, int flag, )
DEFINE_PRINT_LIST(__vdprintf_chk, int descriptor, int flag, )

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list arguments)
{
    check_room(size, room);
    return vsnprintf(to, size, format, arguments);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    return vsnprintf(to, (size_t)-1, format, arguments);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    check_room(size, room);
    va_start(arguments, format);
    length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(to, (size_t)-1, format, arguments);
    va_end(arguments);
    return length;
}
