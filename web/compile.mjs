/* Compiles archives of Python modules with the very Python that the pages run: sources in, bytecode out.

   book/_ext/house/bytecode.py calls `node compile.mjs IN OUT` when the book is built. The same archive gives the same
   bytes: no dates, no hashes that differ from run to run. */
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const PROGRAM = `
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

# "unchecked": the sources are not there to be compared with
with ZipFile("/in.zip") as sources, ZipFile("/out.zip", "w") as packed:
    for name in sorted(sources.namelist()):
        content = sources.read(name)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=0)
            name, content = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), checked=False))
        packed.writestr(ZipInfo(name), content, ZIP_DEFLATED)
`;

const [from, to] = process.argv.slice(2);
// the order of what is in a set must not depend on the run
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("/in.zip", readFileSync(from));
try {
  python.runPython(PROGRAM);
  writeFileSync(to, python.FS.readFile("/out.zip"));
} catch (error) {
  // node would print the whole of Pyodide's program beside it
  console.error(error.message);
  process.exitCode = 1;
}
