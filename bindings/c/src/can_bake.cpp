// In libnavnet_c alone.
#include <navnet/navnet.h>

navnet_bool navnet_can_bake(void) { return 1; }
