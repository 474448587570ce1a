// SPDX-License-Identifier: Apache-2.0
#include "page_template.h"

// Embeds the page with the assembler, because compilers are slow on string literals of this size.
asm(R"(
  .section .rodata
  .global navnet_page_template
  .global navnet_page_template_end
navnet_page_template:
  .incbin ")" NAVNET_PAGE_TEMPLATE R"("
navnet_page_template_end:
  .byte 0
  .previous
)");

extern "C" const char navnet_page_template[], navnet_page_template_end[];

namespace navnet {

std::string_view PageTemplate() {
  return {navnet_page_template, size_t(navnet_page_template_end - navnet_page_template)};
}

}  // namespace navnet
