// Calling through a null pointer, or through a pointer to data.
// expect: memory violated
// variant: -DDATA
// expect: memory violated
// variant: -DFUNCTION
// expect: memory holds
static int data;
static int function(void) { return data; }

int main(void) {
    int (*pointer)(void) = 0;
#if defined DATA
    pointer = (int (*)(void)) & data;
#elif defined FUNCTION
    pointer = function;
#endif
    return pointer();
}
