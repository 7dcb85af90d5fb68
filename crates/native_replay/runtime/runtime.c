/* The runtime of a native replay. The program under it was compiled with the callbacks
   of clang's thread sanitizer, and is linked with this instead of the sanitizer. */

#include "turns.h"
#include "accesses.h"
#include "calls.h"
#include "blocks.h"
#include "heap.h"
#include "failures.h"
