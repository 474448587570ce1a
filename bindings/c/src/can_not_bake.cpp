// In libnavnet_c_runtime alone.
#include <navnet/navnet.h>

navnet_bool navnet_can_bake(void) { return 0; }
