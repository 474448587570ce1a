# SPDX-License-Identifier: Apache-2.0
"""What Doxygen reads instead of a public header: the same text, line by line, in the form that it understands.

    python3 doxygen_filter.py HEADER

  - A comment of the C header documents what follows it, or what precedes it on its line. Doxygen wants other marks.
  - What the head of the C header says once of all structs and handles is said at each: `struct_bytes`, `reserved`,
    counts of arrays, ids, functions that end in _default and _destroy.
  - A comment documents all names of a declaration such as `double x, y;`. Doxygen gives it to one of them.
  - A comment documents all overloads of a function that follow line by line. Doxygen gives it to the first.
  - Comparisons that the compiler writes (`= default`), arithmetic of vectors and moves of objects need no comment: they
    are left out.
"""

import re
import sys

DECLARATION = re.compile(
    r"^(\s*)((?:inline |static |constexpr |const )*[\w:]+(?:<.*>)?(?: const)?[*&]? )([\w\[\]]+(?:\s=|,)[^;]*);(.*)$"
)
PLAIN = re.compile(
    r"^\s*(?:friend .*operator.*= default;|friend constexpr .* operator[-+*]\(.*|constexpr \S+ operator\[\].*|"
    r"(\w+)\(\1&&\) noexcept;|\w+& operator=\(\w+&&\) noexcept;)$"
)
FUNCTION = re.compile(r"^\s*[\w:<>&*, ]+?(operator[^\w\s]+|\w+)\(.*[;}](?:  // NOLINT.*)?$")
LEADING = re.compile(r"^\s*(?:///(?!<)|/\*\*(?!<)|\*)")
# C header: patterns of lines without a comment, and the comments that they get.
CONVENTIONS = [
    (r"  uint32_t struct_bytes;", "The caller's sizeof the struct, set by its _default function."),
    (r"  u?int32_t reserved;", "0."),
    (r"  uint64_t id;", "0: the null handle."),
    (r"NAVNET_API .*_default\(.*", "Fills a struct with its defaults."),
    (r"NAVNET_API .*_destroy\(.*", "Destroys the object of a handle."),
]


def with_doxygen_marks(lines):
    """The C header's comments as Doxygen's: /** before a declaration, /**< behind one. Headings of sections and
    the licence's line are none."""
    for line in lines:
        code, mark, rest = line.partition("/*")
        if mark and not rest.startswith(("*", " ----", " SPDX")):
            line = code + ("/**<" if code.strip() else "/**") + rest
        yield line


def with_conventions(lines):
    """Comments on what the head of the C header explains."""
    array = ""
    has_comment = False  # Whether the previous line ends a comment on this one.
    for line in lines:
        code = line
        for pattern, text in CONVENTIONS:
            if not has_comment and re.fullmatch(pattern, code):
                line = f"/** {text} */ {code}"
        if array and re.fullmatch(r"  size_t \w+_count;", code):
            line = f"/** Number of elements of `{array}`. */ {code}"
        pointer = re.match(r"  const [\w ]+\* (\w+);", code)
        array = pointer[1] if pointer else array
        has_comment = code.endswith("*/") and bool(re.match(r"\s*(?:/\*|\*)", code))
        yield line


def split_names(text):
    """`a = {1, 2}, b` as ["a = {1, 2}", "b"]."""
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()]


def text_of(comment):
    """The text of comment lines, without their marks."""
    return " ".join(re.sub(r"^\s*(?:///<?|/\*\*<?|\*(?!/))|\*/\s*$", "", line).strip() for line in comment).strip()


def with_single_names(lines):
    """One declaration for each name, with a copy of the comment; all on the line where they stood."""
    comment = []
    for line in lines:
        found = DECLARATION.match(line)
        names = split_names(found[3]) if found else []
        if len(names) > 1 and all(re.fullmatch(r"\w+(\[\w+\])?( = .*)?", name) for name in names):
            before, behind = text_of(comment), text_of([found[4]])
            parts = []
            for i, name in enumerate(names):
                lead = f"/** {before} */ " if before and i > 0 else ""
                parts.append(f"{lead}{found[2]}{name};" + (f" /**< {behind} */" if behind else ""))
            line = found[1] + " ".join(parts)
        comment = comment + [line] if LEADING.match(line) else []
        yield line


def with_overloads(lines):
    """Overloads with the comment of the first."""
    comment, name, text = [], "", ""
    for line in lines:
        found = FUNCTION.match(line)
        shares = found and not comment and found[1] == name
        if found and comment:
            name, text = found[1], text_of(comment)
        elif not shares:
            name = ""
        comment = comment + [line] if LEADING.match(line) else []
        yield f"/** {text} */ {line}" if shares else line


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if path.endswith("/navnet/navnet.h"):
        lines = with_conventions(with_doxygen_marks(lines))
    lines = ("" if PLAIN.match(line) else line for line in lines)
    sys.stdout.write("\n".join(with_overloads(with_single_names(lines))))


main()
