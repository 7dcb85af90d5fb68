__attribute__((weak)) int variable = 9;
