# SPDX-License-Identifier: Apache-2.0
"""The stub has every name and parameter of the module; every public name has a docstring."""

import ast
import inspect
import re

import navnet
from conftest import ROOT

STUB = ast.parse((ROOT / "bindings/python/navnet/__init__.pyi").read_text())


def parameters_of_stub(function):
    args = function.args
    assert not args.vararg and not args.kwarg and not args.posonlyargs
    names = [a.arg for a in args.args]
    defaults = [None] * (len(args.args) - len(args.defaults)) + args.defaults
    kinds = [("positional", n, d is not None) for n, d in zip(names, defaults)]
    return kinds + [("keyword", a.arg, d is not None) for a, d in zip(args.kwonlyargs, args.kw_defaults)]


def parameters_of_module(function):
    """Parameters from the first line of the docstring, where pybind11 writes the signature."""
    assert "::" not in function.__doc__.splitlines()[0], function.__doc__  # A C++ type without a Python name.
    text = re.fullmatch(r"\w+\((.*)\) -> .*", function.__doc__.splitlines()[0]).group(1)
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c in "[({<") - (c in "])}>")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    out, kind = [], "positional"
    for p in filter(None, (p.strip() for p in parts + [part])):
        if p == "*":
            kind = "keyword"
            continue
        name = p.split(":")[0]
        out.append((kind, name, " = " in p))
    return out


def members(stub_class):
    methods, properties = {}, set()
    for node in stub_class.body:
        if isinstance(node, ast.FunctionDef):
            if any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
                properties.add(node.name)
            else:
                methods[node.name] = node
    return methods, properties


def test_the_stub_has_every_public_name_and_no_other():
    named = set()
    for node in STUB.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            named.add(node.name)
        elif isinstance(node, ast.ImportFrom) and node.level == 1:
            named |= {alias.name for alias in node.names}
    assert named == set(navnet.__all__)
    assert all(hasattr(navnet, name) for name in navnet.__all__)


def test_parameters_are_the_same():
    checked = 0
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            assert parameters_of_stub(node) == parameters_of_module(getattr(navnet, node.name)), node.name
            checked += 1
        if not isinstance(node, ast.ClassDef):
            continue
        kind = getattr(navnet, node.name)
        methods, properties = members(node)
        for name, method in methods.items():
            assert parameters_of_stub(method) == parameters_of_module(getattr(kind, name)), f"{node.name}.{name}"
            checked += 1
        own = {n for n in vars(kind) if not n.startswith("_")}
        assert own == properties | {n for n in methods if not n.startswith("_")}, node.name
        assert all(isinstance(vars(kind)[p], property) for p in properties), node.name
        special = {n for n in ("__bool__", "__len__", "__getitem__", "__iter__", "__hash__") if vars(kind).get(n)}
        assert {n for n in methods if n.startswith("__")} - {"__init__", "__eq__"} == special, node.name
        has_init = vars(kind)["__init__"].__doc__ if "__init__" in vars(kind) else None
        assert ("__init__" in methods) == bool(has_init and has_init.startswith("__init__(")), node.name
    assert checked > 100


def test_everything_public_has_a_docstring():
    def own_text(function):
        """The docstring without the signature, which pybind11 writes."""
        return "\n".join(function.__doc__.splitlines()[1:]).strip()

    for name in navnet.__all__:
        value = getattr(navnet, name)
        assert (value.__doc__ or "").strip(), name
        if inspect.isclass(value) and value.__module__ == "navnet" and not issubclass(value, (int, Exception)):
            for key, member in vars(value).items():
                if key in ("__init__", "__repr__") or not key.startswith("_"):
                    if isinstance(member, property):
                        assert (member.__doc__ or "").strip(), f"{name}.{key}"
                    elif key == "__init__" and "__init__(" not in (member.__doc__ or ""):
                        continue  # Has no constructor.
                    else:
                        assert own_text(getattr(value, key)), f"{name}.{key}"
    for name in navnet.worlds.__all__:
        assert getattr(navnet.worlds, name).__doc__


def test_enums_have_the_librarys_names():
    import navnet._enums as enums

    words = {"PathStatus": 10, "PathValidity": 3, "RepairOutcome": 4, "TravelMode": 5, "LinkKind": 5, "FollowOutcome": 5,
             "TrajectoryStatus": 8}
    for name, count in words.items():
        assert [m.value for m in getattr(enums, name)] == list(range(count))
    assert str(navnet.PathStatus.OUT_OF_BUDGET) == "out_of_budget"
    assert [str(s) for s in navnet.FollowOutcome] == ["moving", "arrived", "off_path", "invalid", "at_gate"]
    assert str(navnet.AgentStatus.NO_PATH) == "no_path" and str(navnet.VoxelState.OCCUPIED) == "occupied"


def test_the_version_is_the_librarys():
    assert re.fullmatch(r"\d+\.\d+\.\d+", navnet.__version__)
