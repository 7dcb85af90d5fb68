// Beyond a local array, by an index, by a pointer, and before its start.
// expect: memory violated
// variant: -DBY_POINTER
// expect: memory violated
// variant: -DBEFORE
// expect: memory violated
// variant: -DINSIDE
// expect: memory holds
int main(void) {
    int array[3] = {1, 2, 3}, i = 3;
    int *pointer = array;
#if defined BY_POINTER
    return pointer[i];
#elif defined BEFORE
    return *(pointer - 1);
#elif defined INSIDE
    return array[i - 1] + pointer[0];
#else
    return array[i];
#endif
}
