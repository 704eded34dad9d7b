// Python for the stages of a page, in a module worker. The first message says where things are; every other one is a
// request to one stage's app, {number, stage, app, request}, and is answered with {number, answer}. Requests and answers
// are texts: see session.py.

const START = `
import sys
sys.path.insert(0, "/fortune.zip")
from fortune.files import fetch_by
from fortune.stage.session import Sessions
fetch_by(lambda place: fetch_file(place).to_bytes())
Sessions().answer
`;

const name = `fortune ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
let answer;

// How far the waking is. Files come side by side with the work on those that are there: the later step is the one told.
let reached = -1;
function tell(text, share) {
  if (share <= reached) return;
  reached = share;
  postMessage({ text, share });
}

// Counts what the files bring, for the progress bar, and notices those that do not come: Pyodide waits for them for ever.
function count(bytes, fail) {
  const fetched = self.fetch;
  let got = 0;
  const told = () => {
    if (got >= bytes) tell("Getting Python ready …", 0.5);
    else if (performance.now() - before > 50) {
      before = performance.now();
      const text = `Fetching Python: ${(got / 1e6).toFixed(1)} of ${(bytes / 1e6).toFixed(1)} MB …`;
      tell(text, (0.5 * got) / bytes);
    }
  };
  let before = 0;
  self.fetch = async (address, options) => {
    const file = new URL(address, self.location).pathname.split("/").pop();
    try {
      const response = await fetched(address, options);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const counter = new TransformStream({
        transform(chunk, stream) {
          got += chunk.byteLength;
          told();
          stream.enqueue(chunk);
        },
      });
      const headers = new Headers(response.headers);
      // some servers do not know this type, and browsers insist on it
      if (file.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
      return new Response(response.body.pipeThrough(counter), { headers });
    } catch (error) {
      fail(`the file ${file} could not be fetched`);
      throw error;
    }
  };
}

// Tells when the program is compiled. A damaged one, such as the page of a login in its place, Pyodide waits for too.
function notice(fail) {
  const made = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...given) =>
    made(...given).then(
      (done) => {
        tell("Starting Python …", 0.75);
        return done;
      },
      (error) => {
        fail("the file pyodide.asm.wasm is damaged");
        throw error;
      },
    );
}

// A large file of the library, at the moment when Python asks for it; a worker may wait for it.
function fetcher(files, version) {
  return (place) => {
    const request = new XMLHttpRequest();
    request.open("GET", `${files}${place}?v=${version}`, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`status ${request.status}`);
    return new Uint8Array(request.response);
  };
}

async function wake({ python, lock, library, bytes, files, version }) {
  const failed = (what) => postMessage({ failed: what });
  try {
    count(bytes, failed);
    notice(failed);
    const archive = fetch(library).then((response) => response.arrayBuffer());
    archive.catch(() => {});
    let program;
    try {
      program = await import(`${python}pyodide.mjs`);
    } catch {
      failed("the file pyodide.mjs could not be fetched");
      return;
    }
    const pyodide = await program.loadPyodide({
      indexURL: python,
      lockFileContents: lock,
      packageBaseUrl: python,
    });
    tell("Laying out the game …", 0.95);
    pyodide.FS.writeFile("/fortune.zip", new Uint8Array(await archive));
    pyodide.globals.set("fetch_file", fetcher(files, version));
    answer = pyodide.runPython(START);
    const awake = () => postMessage({ awake: name });
    if (!navigator.locks) awake();
    // held for as long as this worker lives, so that the page notices its end
    else navigator.locks.request(name, () => (awake(), new Promise(() => {})));
  } catch (error) {
    failed(`it could not start (${error.message.trim().split("\n").pop()})`);
  }
}

self.onmessage = ({ data }) => {
  if (data.python) {
    wake(data);
    return;
  }
  try {
    postMessage({ number: data.number, answer: answer(data.stage, data.app, data.request) });
  } catch {
    // an app's own errors are answers; what comes here has broken Python itself
    postMessage({ broken: true });
  }
};
