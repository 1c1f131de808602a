"""The generated file under the real TypeScript compiler, with the types of the real client."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from reflow.codegen import typescript, typescript_limits
from reflow.functions import Registry

MODULES = Path(__file__).parents[4] / "web" / "node_modules"

SETTINGS = {
    "compilerOptions": {
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True,
        "noUnusedLocals": True,
        "verbatimModuleSyntax": True,
        "isolatedModules": True,
        "skipLibCheck": True,
        "noEmit": True,
        "target": "es2022",
        "lib": ["es2022", "dom"],
        "module": "esnext",
        "moduleResolution": "bundler",
        "types": [],
    },
    "include": ["*.ts"],
}

RIGHT_USES = """
import { useAction, useMutation, usePaginatedQuery, useQuery } from "convex/react";
import { ConvexHttpClient } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api, type Book, type BookId, type ErrorCode, type Shelf } from "./api";
import { limits } from "./callLimits";

export async function uses(id: BookId, http: ConvexHttpClient) {
  const book: Book | null | undefined = useQuery(api.codegen.getBook, { bookId: id });
  const count: number | undefined = useQuery(api.codegen.count);
  const list = usePaginatedQuery(api.codegen.getBooks, { shelf: "poetry" }, { initialNumItems: 20 });
  const titles: string[] = list.results.map((each) => each.title);
  const add = useMutation(api.codegen.addBook).withOptimisticUpdate((store, given) => {
    store.setQuery(api.codegen.count, {}, given.title.length);
  });
  const made: BookId = await add({ title: "Emma", tags: [], size: { pageHeight: 198 }, keywords: ["a", 1] });
  const nothing: null = await useAction(api.library.outside.order)({ isbn: "9780141439587" });
  const again: Book | null = await http.query(api.codegen.getBook, { bookId: made });
  const longest: 300 = limits["codegen:addBook"].title.maxLength;
  const why: ErrorCode = "not_found";
  const shelf: Shelf = "fiction";
  const args: FunctionArgs<typeof api.codegen.getBook> = { bookId: id };
  const result: FunctionReturnType<typeof api.codegen.count> = 3;
  return [book, count, titles, nothing, again, longest, why, shelf, args, result];
}
"""

MISUSES = {
    "a missing argument": "useQuery(api.codegen.getBook, {})",
    "no arguments where some are needed": "useQuery(api.codegen.getBook)",
    "a surplus argument": "useQuery(api.codegen.getBook, { bookId: id, colour: 1 })",
    "a surplus argument where there are none": "useQuery(api.codegen.count, { colour: 1 })",
    "a bare string for an id": 'useQuery(api.codegen.getBook, { bookId: "7" })',
    "a mutation asked as a query": 'useQuery(api.codegen.addBook, { title: "Emma" })',
    "a query used as a mutation": "useMutation(api.codegen.getBook)",
    "an ordinary query as a list": "usePaginatedQuery(api.codegen.getBook, { bookId: id }, { initialNumItems: 9 })",
    "a value outside the literals": "usePaginatedQuery(api.codegen.getBooks, { shelf: 'x' }, { initialNumItems: 9 })",
    "undefined for an optional argument": "http.query(api.codegen.getBooks, { ...opts, onlyLent: undefined })",
    "a call that does not exist": "useQuery(api.codegen.getShelf)",
    "an unknown error code": 'const code: ErrorCode = "nonsense"',
}


@pytest.fixture
def project(tmp_path: Path, library: Registry) -> Path:
    """A folder with the generated file and a link to the web's packages."""
    assert (MODULES / "typescript").is_dir(), "the web's packages are not installed: run `npm ci` in web/"
    (tmp_path / "node_modules").symlink_to(MODULES)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps(SETTINGS))
    (tmp_path / "api.ts").write_text(typescript(library, error_codes=["not_found", "invalid"]))
    (tmp_path / "callLimits.ts").write_text(typescript_limits(library))
    return tmp_path


def test_right_uses_compile(project: Path) -> None:
    (project / "uses.ts").write_text(RIGHT_USES)

    assert _compile(project) == ""


def test_every_misuse_is_a_compile_error(project: Path) -> None:
    for number, misuse in enumerate(MISUSES.values()):
        (project / f"misuse_{number}.ts").write_text(_alone(misuse))

    errors = _compile(project)

    accepted = [name for number, name in enumerate(MISUSES) if f"misuse_{number}.ts" not in errors]
    assert accepted == []


def test_a_product_without_functions_compiles(project: Path) -> None:
    (project / "api.ts").write_text(typescript(Registry([]), error_codes=[]))
    (project / "callLimits.ts").write_text(typescript_limits(Registry([])))

    assert _compile(project) == ""


def _alone(misuse: str) -> str:
    """The misuse as a file of its own. It uses every import, so that nothing else in it can be an error."""
    return f"""
import {{ useMutation, usePaginatedQuery, useQuery }} from "convex/react";
import type {{ ConvexHttpClient }} from "convex/browser";
import {{ api, type BookId, type ErrorCode }} from "./api";
export const used = [useMutation, usePaginatedQuery, useQuery, api];
export type Used = [ConvexHttpClient, BookId, ErrorCode];
const opts = {{ shelf: "poetry", paginationOpts: {{ numItems: 1, cursor: null }} }} as const;
export function misuse(http: ConvexHttpClient, id: BookId) {{
  {misuse};
  return [http, id, opts];
}}
"""


def _compile(project: Path) -> str:
    """The compiler's messages."""
    compiler = MODULES / ".bin" / "tsc"
    run = subprocess.run([compiler, "--project", project], capture_output=True, text=True, check=False, cwd=project)
    return run.stdout + run.stderr
