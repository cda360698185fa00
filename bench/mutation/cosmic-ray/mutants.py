"""Prints all mutants that Cosmic Ray makes of some files, as JSON: python mutants.py FOLDER FILE..."""

import json
import sys
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names


def mutants_of(file, text):
    tree = get_ast(text)
    for name in sorted(operator_names()):
        operator_class = get_operator(name)
        if operator_class.arguments():  # those replace and insert variables that somebody has to name
            continue
        operator = operator_class()
        places = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
        for occurrence, (line, column) in enumerate(places):
            code = mutate_code(text, operator, occurrence)
            if code is not None and code != text:
                operator_name = name.removeprefix("core/")
                yield {"file": file, "line": line, "column": column + 1, "operator": operator_name, "code": code}


folder, *files = sys.argv[1:]
found = [mutant for file in files for mutant in mutants_of(file, (Path(folder) / file).read_text("utf-8"))]
json.dump(found, sys.stdout)
