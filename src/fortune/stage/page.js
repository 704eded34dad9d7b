// The stages of a page: the app runs in the browser's own Python, in one worker for all of them, which the first
// action wakes. Until then nothing is fetched. As a classic script this works from file:// too, where browsers allow
// neither modules nor workers nor fetch: boards, logs and replays need none of them.
import { mount } from "./stage.js";

const script = document.currentScript;
const beside = (name) => new URL(name, script.src).href;

class Trouble extends Error {
  constructor(sentence, died = false) {
    super(sentence);
    this.sentence = sentence;
    this.died = died;
  }
}

// --- Python -----------------------------------------------------------------------------------------------------

const PATIENCE = 60_000; // milliseconds without an answer, after which a worker counts as dead
let python; // the promise of a worker that is awake
let asleep = true;
const reports = new Set();
const tellAll = (text, share) => reports.forEach((report) => report(text, share));

function wake(report) {
  if (asleep) reports.add(report);
  python ??= begin().then(
    (worker) => {
      asleep = false;
      reports.clear();
      return worker;
    },
    (error) => {
      sleep();
      throw error;
    },
  );
  return python;
}

function sleep() {
  python = undefined;
  asleep = true;
  reports.clear();
}

async function begin() {
  if (location.protocol === "file:") {
    throw new Trouble(
      "This page was opened from a file, and browsers let no page from a file start Python. To play, go to the site's " +
        "folder and double-click start-windows, start-macos or start-linux; or run “python -m http.server” there and " +
        "open http://localhost:8000. Boards, texts and replays work from a file too.",
    );
  }
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new Trouble(
      "This browser cannot run Python (WebAssembly or workers are missing or switched off), so the game cannot go on " +
        "here. The board and the replays still work.",
    );
  }
  const waiting = new Map();
  let thread;
  let count = 0;

  function fail(error) {
    thread?.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  const worker = {
    post(message) {
      return new Promise((resolve, reject) => {
        const number = (count += 1);
        const clock = setTimeout(() => worker.die(), PATIENCE);
        const settle = (with_) => (value) => (clearTimeout(clock), waiting.delete(number), with_(value));
        waiting.set(number, { resolve: settle(resolve), reject: settle(reject) });
        thread.postMessage({ ...message, number });
      });
    },
    die() {
      if (thread === undefined) return;
      sleep();
      fail(new Trouble("Python has stopped, and stopped again when the page started it anew.", true));
      thread = undefined;
    },
  };

  return new Promise((resolve, reject) => {
    const refuse = (what) => {
      thread?.terminate();
      reject(
        new Trouble(
          `Python could not be woken: ${what}. The board stays as it is. Perhaps the network or a filter is in the way.`,
        ),
      );
    };
    tellAll("Waking Python …", 0);
    try {
      thread = new Worker(beside(`stage-worker.js?v=${script.dataset.version}`), { type: "module" });
    } catch (error) {
      refuse(error.message);
      return;
    }
    thread.onerror = (event) => {
      event.preventDefault();
      refuse("its program could not be loaded");
    };
    thread.onmessage = ({ data }) => {
      if (data.share !== undefined) tellAll(data.text, data.share);
      else if (data.failed) refuse(data.failed);
      else if (data.awake) {
        thread.onerror = () => worker.die();
        // a worker that ends lets go of its lock; without a secure context there are no locks, and the clock must do
        navigator.locks?.request(data.awake, () => worker.die());
        resolve(worker);
      } else if (data.broken) worker.die();
      else waiting.get(data.number)?.resolve(data.answer);
    };
    thread.postMessage({
      python: beside(script.dataset.python),
      lock: script.dataset.lock,
      library: beside(script.dataset.library),
      bytes: Number(script.dataset.bytes),
      files: beside("fortune/"),
      version: script.dataset.version,
    });
  });
}

// --- What is remembered, and what a link holds --------------------------------------------------------------------

const stores = () => {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return []; // switched off by the reader
  }
};

function recall(key) {
  for (const store of stores()) {
    try {
      const found = JSON.parse(store.getItem(key));
      if (found?.saved && found.view?.frames) return found;
    } catch {
      store.removeItem(key);
    }
  }
  return undefined;
}

function remember(key, value) {
  for (const store of stores()) {
    try {
      if (value) store.setItem(key, JSON.stringify(value));
      else store.removeItem(key);
    } catch {
      // full: the game goes on, and is not remembered
    }
  }
}

// What is to be remembered in a moment, so that nobody waits for it; but before the reader leaves.
const pending = new Map();
function settle(key) {
  if (pending.has(key)) remember(key, pending.get(key));
  pending.delete(key);
}
addEventListener("pagehide", () => [...pending.keys()].forEach(settle));

const toLink = (saved) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(saved))))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

// The text that a link holds; the app itself judges it. A link that is no base64 holds nothing that can be read.
function fromLink() {
  const code = /^#stage=(.*)$/.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  try {
    const bytes = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return "";
  }
}

function appOf(text) {
  try {
    return JSON.parse(text).app;
  } catch {
    return undefined;
  }
}

// --- Charts -------------------------------------------------------------------------------------------------------

let charts;

function load(name) {
  return new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    Object.assign(tag, { src: beside(name), onload: resolve, onerror: reject });
    document.head.append(tag);
  });
}

async function draw(box, figure) {
  charts ??= (async () => {
    if (typeof Plotly === "undefined") await load("vendor/plotly.min.js");
    if (!window.fortuneChart) await load("plot-boot.js");
  })();
  try {
    await charts;
    if (box.isConnected) window.fortuneChart(box, figure);
  } catch {
    charts = undefined; // the numbers stand beside it
  }
}

// --- The stages ---------------------------------------------------------------------------------------------------

function open(element) {
  const { app } = element.dataset;
  const first = JSON.parse(element.querySelector("script.stage-first").textContent);
  // what the page already shows is not written twice
  const picture = element.querySelector(".stage-picture > :is(svg, .stage-sheets)");
  first.view.ground = element.querySelector(".stage-ground")?.innerHTML ?? "";
  const others = [...element.querySelectorAll(":scope > template")].map((template) => template.innerHTML);
  const shown = first.view.walk ? 0 : first.view.frames.length - 1;
  first.view.frames.forEach((frame, at) => { frame.svg = at === shown ? picture.outerHTML : others.shift(); });
  const figure = element.querySelector(".chart-plot > script");
  if (figure) first.view.chart = JSON.parse(figure.textContent);

  const key = `fortune ${location.pathname} ${element.id}`;
  const last = recall(key);
  const same = last?.version === script.dataset.version;
  let saved = same ? last.saved : first.saved;
  let home; // the worker that holds this game

  const transport = {
    asleep: () => asleep,
    draw,
    async ask(request, report) {
      const asked = { app, stage: element.id };
      for (let tries = 1; ; tries += 1) {
        try {
          const worker = await wake(report);
          if (home !== worker && request.ask === "act") {
            // the game goes on from the very position that the page shows
            const loaded = await worker.post({ ...asked, request: JSON.stringify({ ask: "load", saved }) });
            if (JSON.parse(loaded).error) return JSON.parse(loaded);
          }
          const answer = JSON.parse(await worker.post({ ...asked, request: JSON.stringify(request) }));
          if (answer.error === undefined) home = worker;
          return answer;
        } catch (error) {
          if (!error.died || tries > 1) throw error;
        }
      }
    },
    keep(answer) {
      saved = (answer ?? first).saved;
      if (!answer) home = undefined;
      // of the pictures the last one is enough, and the reader need not wait until it is kept
      const view = answer && { ...answer.view, frames: answer.view.frames.slice(answer.view.walk ? 0 : -1) };
      pending.set(key, answer && { version: script.dataset.version, saved: answer.saved, view });
      setTimeout(() => settle(key));
    },
    link: (game) => `${location.href.replace(/#.*/, "")}#stage=${toLink(game)}`,
  };

  const stage = mount(element, transport, first);
  if (same) stage.show(last);
  else if (last) stage.offer(last.saved);
  return { app, open: stage.open };
}

function follow(stages) {
  const text = fromLink();
  if (text === undefined || stages.length === 0) return;
  // the game is then remembered, and a reload goes on with it instead of going back to the link
  history.replaceState(null, "", location.href.replace(/#.*/, ""));
  const app = appOf(text);
  (stages.find((stage) => stage.app === app) ?? stages[0]).open(text);
}

const stages = [...document.querySelectorAll(".fortune-stage")].map(open);
follow(stages);
addEventListener("hashchange", () => follow(stages));
