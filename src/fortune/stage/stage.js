// The stage draws what an app says and tells the app what the reader does. It knows nothing of any game.
//
// mount(element, transport, first) takes over an element; `first` is an answer {view, saved} (see protocol.py and
// session.py). A transport has `ask(request, report)`, which promises an answer; what else it may have is optional:
// `asleep()`, `keep(answer)`, `forget()`, `link(saved)`, `draw(box, figure)`. The markup is the same that html.py writes.

const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const esc = (text) => String(text).replace(/[&<>"]/g, (mark) => MARKS[mark]);
const flag = (name, on) => (on ? ` ${name}` : "");

// --- Markup -------------------------------------------------------------------------------------------------------

const hint = (id, text) => (text ? `<small id="${id}-hint">${esc(text)}</small>` : "");

function field(id, control, input) {
  return (
    `<div class="stage-field" data-for="${esc(control.do)}"><label for="${id}">${esc(control.label)}</label>` +
    `${input}${hint(id, control.hint)}</div>`
  );
}

function common(id, control) {
  return `id="${id}" data-do="${esc(control.do)}"${control.hint ? ` aria-describedby="${id}-hint"` : ""}`;
}

const MAKERS = {
  button: (root, control) =>
    `<button type="button" class="stage-button${control.primary ? " primary" : ""}" data-do="${esc(control.do)}"` +
    (control.key ? ` aria-keyshortcuts="${esc(control.key)}"` : "") +
    (control.disabled ? ' aria-disabled="true"' : "") +
    (control.chance ? ' data-chance=""' : "") +
    `>${esc(control.label)}` +
    (control.key && control.key !== control.label ? `<kbd aria-hidden="true">${esc(control.key)}</kbd>` : "") +
    "</button>",
  select: (root, control) => {
    const id = `${root}-${esc(control.do)}`;
    const choices = control.choices.map(
      ([value, label]) =>
        `<option value="${esc(value)}"${flag('selected=""', value === control.value)}>${esc(label)}</option>`,
    );
    return field(id, control, `<select ${common(id, control)}>${choices.join("")}</select>`);
  },
  number: (root, control) => {
    const id = `${root}-${esc(control.do)}`;
    return field(
      id, control,
      `<input type="number" inputmode="numeric" ${common(id, control)} value="${control.value}" ` +
        `min="${control.low}" max="${control.high}" step="1">`,
    );
  },
  text: (root, control) => {
    const id = `${root}-${esc(control.do)}`;
    if (control.rows > 1) {
      // a browser drops the first line break of a textarea
      const area = `<textarea autocomplete="off" spellcheck="false" rows="${control.rows}" ${common(id, control)}>\n`;
      return field(id, control, `${area}${esc(control.value)}</textarea>`);
    }
    return field(
      id, control,
      `<input type="text" autocomplete="off" ${common(id, control)} value="${esc(control.value)}" ` +
        `maxlength="${control.longest}">`,
    );
  },
  file: (root, control) => {
    const id = `${root}-${esc(control.do)}`;
    return field(
      id, control,
      `<input type="file" ${common(id, control)} accept="${esc(control.accept)}" data-most="${control.most}">`,
    );
  },
  download: (root, control) =>
    `<a class="stage-button" data-for="${esc(control.label)}" download="${esc(control.file)}" ` +
    `href="data:${esc(control.media)};charset=utf-8,${encodeURIComponent(control.text)}">${esc(control.label)}</a>`,
  switch: (root, control) => {
    const id = `${root}-${esc(control.do)}`;
    return (
      `<div class="stage-field stage-switch" data-for="${esc(control.do)}"><label for="${id}">` +
      `<input type="checkbox" role="switch" ${common(id, control)}${flag('checked=""', control.value)}>` +
      `${esc(control.label)}</label>${hint(id, control.hint)}</div>`
    );
  },
  group: (root, control) => {
    const inside = `<div class="stage-row">${controls(root, control.controls)}</div>`;
    const name = `data-for="${esc(control.label)}"`;
    return control.folded
      ? `<details class="stage-group" ${name}><summary>${esc(control.label)}</summary>${inside}</details>`
      : `<fieldset class="stage-group" ${name}><legend>${esc(control.label)}</legend>${inside}</fieldset>`;
  },
};

const controls = (root, list) => list.map((control) => MAKERS[control.kind](root, control)).join("");

function chart(view) {
  if (!view.chart) return "";
  return (
    `<figure class="chart"><div class="chart-plot" role="img" aria-label="${esc(view.chart_caption)}" ` +
    `style="min-height:${Number(view.chart.layout?.height ?? 400)}px"></div>` +
    `<figcaption>${esc(view.chart_caption)}</figcaption></figure>`
  );
}

function table(view) {
  if (!view.table || !view.chart) return view.table;
  return `<details class="chart-table"><summary>The numbers</summary>${view.table}</details>`;
}

function chance() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

// a control may have several keys, with blanks between
const has = (pressed) => (control) => Boolean(control.key) && control.key.toLowerCase().split(" ").includes(pressed);

const flatten = (list) => list.flatMap((control) => (control.kind === "group" ? flatten(control.controls) : [control]));

// --- Changing a part of the page to new markup, and leaving alone what stays: focus, open groups, what is typed ------

function keyOf(node) {
  if (node.nodeType !== 1) return node.nodeName;
  const { do: action, for: name, part, value } = node.dataset;
  return [node.localName, action ?? name ?? part, value].join(" ");
}

// With `settle` fields show what the view says, else what the reader has set: until the app has answered, that stands.
function morph(old, fresh, settle) {
  const spare = new Map();
  for (const node of old.childNodes) {
    const key = keyOf(node);
    if (!spare.has(key)) spare.set(key, []);
    spare.get(key).push(node);
  }
  const pairs = [...fresh.childNodes].map((node) => [node, spare.get(keyOf(node))?.shift()]);
  for (const nodes of spare.values()) nodes.forEach((node) => node.remove());
  let at = old.firstChild;
  for (const [node, kept] of pairs) {
    if (kept === undefined) {
      old.insertBefore(node, at);
      continue;
    }
    if (kept === at) at = at.nextSibling;
    else old.insertBefore(kept, at);
    sync(kept, node, settle);
  }
}

function sync(old, fresh, settle) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  const changed = (name) => old.getAttribute(name) !== fresh.getAttribute(name);
  // what is being typed stays, unless the app says something new about this field
  const typed = settle && old.localName === "input" && old.type !== "checkbox";
  const free = old !== old.getRootNode().activeElement;
  if (typed && old.type !== "file" && (changed("value") || free)) old.value = fresh.getAttribute("value");
  const area = settle && old.localName === "textarea";
  if (area && (old.defaultValue !== fresh.defaultValue || free)) old.value = fresh.defaultValue;
  for (const { name } of [...old.attributes]) {
    // a group stays as open as the reader has it
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (changed(name)) old.setAttribute(name, value);
  // asked before the children are taken over: an option that is new moves from one list to the other
  const chosen = old.localName === "select" && [...fresh.options].find((one) => one.selected);
  // plotly draws in there, and the JSON of the page stays for good
  if (!old.matches(".chart-plot, script")) morph(old, fresh, settle);
  if (settle && chosen) old.value = chosen.value;
  if (settle && old.type === "checkbox") old.checked = fresh.hasAttribute("checked");
}

// Parts of a picture that do something become buttons, and a picture with buttons in it is no longer one image.
// Where they are many, the Tab key stops at one of them, the last that had the focus, and arrows lead to the others.
const MANY = 20;

function enliven(fragment, last) {
  const parts = [...fragment.querySelectorAll("svg [data-do]")];
  const stop = Math.max(0, parts.findIndex((part) => part.dataset.value === last));
  for (const [at, part] of parts.entries()) {
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", parts.length <= MANY || at === stop ? "0" : "-1");
    part.closest("svg").setAttribute("role", "group");
  }
}

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// --- The stage ------------------------------------------------------------------------------------------------------

export function mount(element, transport, first) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const id = element.id || `stage-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  let { view, saved } = first;
  let frame, timer, held, busy, asked, waking, trouble, retry, note, spoken, offer, drawn, address, stop;
  let keys = false;
  let covered; // what lies under the presenting view, while it is there
  let round = 0;
  let queue = Promise.resolve();

  element.id = id;
  element.classList.add("fortune-stage");
  element.tabIndex = -1;

  const pages = () => view.walk || (calm.matches && view.frames.length > 1);
  const last = () => view.frames.length - 1;

  function sheet() {
    const { svg, caption } = view.frames[frame] ?? { svg: "", caption: "" };
    const error = trouble || view.message;
    // what the stage adds stands with the buttons, not below long groups
    const split = view.controls.findIndex((control) => control.kind === "group");
    const [simple, groups] = split < 0 ? [view.controls, []] : [view.controls.slice(0, split), view.controls.slice(split)];
    return (
      `<p class="stage-status">${esc(view.status)}</p>` +
      `<div class="stage-message" role="alert">${error ? `<p>${esc(error)}</p>` : ""}` +
      (retry ? button("retry", "Try again") : "") +
      "</div>" +
      `<div class="stage-picture">${ground()}${svg}<p class="stage-caption">${esc(caption)}</p></div>` +
      `<div class="stage-controls">${pager()}${controls(id, simple)}${pause()}${kept()}${progress()}${controls(id, groups)}</div>` +
      logbook() +
      `<div class="stage-chart">${chart(view)}</div>` +
      `<div class="stage-table">${table(view)}</div>` +
      `<div class="stage-tools">${tools()}</div>` +
      (covered ? corner() : "") +
      `<p class="stage-live" role="status">${esc(spoken ?? "")}</p>`
    );
  }

  // all that the presenting view adds: what can be pressed, at a touch, and the way out
  function corner() {
    const key = (label, name) => `${label}<kbd aria-hidden="true">${name}</kbd></button>`;
    return (
      '<div class="stage-corner">' +
      `<button type="button" class="stage-button" data-part="keys" aria-expanded="${keys}">${key("Keys", "?")}` +
      `<button type="button" class="stage-button" data-part="leave">${key("Leave", "Esc")}</div>`
    );
  }

  const button = (part, label, more = "") =>
    `<button type="button" class="stage-button" data-part="${part}"${more}>${esc(label)}</button>`;

  const ground = () => (view.ground ? `<div class="stage-ground" aria-hidden="true">${view.ground}</div>` : "");

  function pager() {
    if (!pages()) return "";
    const off = (on) => (on ? ' aria-disabled="true"' : "");
    const place = `Picture ${frame + 1} of ${last() + 1}`;
    return (
      '<div class="stage-pager" role="group" aria-label="Pictures" data-part="pager">' +
      button("back", "Back", off(frame === 0)) +
      button("next", "Next", off(frame === last())) +
      (view.walk && !calm.matches ? button("play", timer ? "Stop" : "Play") : "") +
      `<input type="range" data-part="at" aria-label="Picture" min="1" max="${last() + 1}" value="${frame + 1}" ` +
      `aria-valuetext="${esc(`${place}. ${view.frames[frame].caption}`)}">` +
      `<span class="stage-place">${place}</span></div>`
    );
  }

  function progress() {
    if (!waking) return "";
    return (
      `<div class="stage-waking" data-part="waking"><label for="${id}-waking">${esc(waking.text)}</label>` +
      `<progress id="${id}-waking" max="1" value="${waking.share}"></progress></div>`
    );
  }

  function pause() {
    // an app that stops by a button of its own needs no second one
    if (!view.again || busy || (!held && view.controls.some((control) => control.do === "stop"))) return "";
    return button("pause", held ? "Go on" : "Pause");
  }

  const kept = () => (offer ? button("resume", "Go on with the game of your last visit") : "");

  function logbook() {
    if (!view.log.length) return "";
    const lines = view.log.map((line) => `<li>${esc(line)}</li>`).join("");
    return (
      '<div class="stage-log" role="log" aria-live="off" aria-label="What happened" tabindex="0">' +
      `<ol>${lines}</ol></div>`
    );
  }

  function tools() {
    if (!transport.link) return "";
    return (
      button("link", "Copy a link to this position") +
      button("afresh", "Start afresh") +
      (address
        ? `<div class="stage-field" data-for="address"><label for="${id}-address">The link</label>` +
          `<input id="${id}-address" type="text" readonly value="${esc(address)}"></div>`
        : "") +
      (note ? `<span class="stage-note">${esc(note)}</span>` : "")
    );
  }

  function draw() {
    const root = element.getRootNode();
    const focus = element.contains(root.activeElement) ? root.activeElement : null;
    const template = document.createElement("template");
    template.innerHTML = sheet();
    enliven(template.content, stop);
    // the JSON of a page stays
    for (const data of element.querySelectorAll(":scope > script")) template.content.append(data.cloneNode());
    const log = element.querySelector(".stage-log");
    const lines = log?.querySelectorAll("li").length;
    const low = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    morph(element, template.content, !busy);
    const now = element.querySelector(".stage-log");
    if (now && (low || now.querySelectorAll("li").length !== lines)) now.scrollTop = now.scrollHeight;
    if (focus && !element.contains(root.activeElement)) {
      const { do: action, value } = focus.dataset;
      const again = [...element.querySelectorAll("[data-do]")].filter((part) => part.dataset.do === action);
      (again.find((part) => part.dataset.value === value) ?? again[0] ?? element).focus({ preventScroll: true });
    }
    element.setAttribute("aria-busy", String(Boolean(busy)));
    const box = element.querySelector(".chart-plot");
    if (box && transport.draw && (box !== drawn?.box || view.chart !== drawn.figure)) {
      drawn = { box, figure: view.chart };
      transport.draw(box, view.chart);
    }
  }

  // --- Pictures in turn, and what an app wants to do by itself ---

  function rest() {
    clearTimeout(timer);
    timer = undefined;
  }

  function after(wait, step) {
    timer = setTimeout(() => {
      timer = undefined;
      step();
    }, wait);
  }

  // `fresh`: this view came from an action, so what led to it is shown first
  function begin(fresh) {
    rest();
    frame = view.walk || (fresh && !pages()) ? 0 : Math.max(last(), 0);
    if (view.walk) return;
    if (frame < last()) after(view.frames[frame].stay, onwards);
    else wait();
  }

  function onwards() {
    frame += 1;
    if (frame < last()) after(view.frames[frame].stay, onwards);
    else wait();
    draw();
  }

  function wait() {
    if (view.again && !held) after(view.again_after, () => act(view.again.do, view.again.value));
  }

  function turn(to) {
    frame = Math.min(Math.max(to, 0), last());
    speak(view.frames[frame].caption);
    draw();
  }

  function playWalk() {
    if (frame === last()) frame = 0;
    const next = () => {
      if (frame < last()) after(view.frames[frame].stay, () => ((frame += 1), next(), draw()));
    };
    next();
    draw();
  }

  // --- Asking the app ---

  function speak(text) {
    // the same words twice are only said twice if they differ
    spoken = text && text === spoken ? `${text}\u00a0` : text;
  }

  function show(answer, fresh) {
    ({ view, saved } = answer);
    offer = address = note = undefined;
    begin(fresh);
    speak(view.message || view.announce);
  }

  function report(text, share) {
    if (!waking) speak("Python is waking up; this takes a few seconds.");
    waking = { text, share };
    draw();
  }

  // Requests wait for each other. Whoever cannot wait for Python to wake, and presses again, does not throw three times.
  function ask(request, fresh, key) {
    if (busy && key && key === asked && transport.asleep?.()) return queue;
    rest();
    busy = (busy ?? 0) + 1;
    asked = key;
    const mine = round;
    queue = queue.then(async () => {
      // what was to follow something that failed is dropped: it was meant for another position
      if (mine !== round) return;
      trouble = retry = undefined;
      const { message } = view;
      try {
        const answer = await transport.ask(request, report);
        if (answer.error === undefined) {
          show(answer, fresh);
          transport.keep?.(answer);
        } else trouble = answer.error;
      } catch (error) {
        trouble = error.sentence ?? `The page could not do this (${error.message}).`;
        retry = () => ask(request, fresh, key);
        round += 1;
        busy = 1;
      }
      waking = undefined;
      busy = busy > 1 ? busy - 1 : undefined;
      // after an error everything is as it was, but nothing goes on by itself
      if (trouble) {
        begin(false);
        rest();
        held = true;
        speak("");
      }
      draw();
      // the sentence stands over the board, and on a telephone the buttons are far below it
      if (trouble || (view.message && view.message !== message)) {
        element.querySelector(".stage-message").scrollIntoView({ block: "nearest" });
      }
    });
    if (transport.asleep?.()) draw();
    return queue;
  }

  // A random value makes no difference between two presses of one button. Two hands for one answer are two, though.
  function act(action, value, random = false) {
    const brought = random ? chance() : (value ?? null);
    const key = view.each?.includes(action.split(".")[0]) ? undefined : `${action} ${random || value}`;
    return ask({ ask: "act", action: { do: action, value: brought } }, true, key);
  }

  // --- The presenting view: this stage alone over the whole page, and full screen where the browser allows it ---

  const hasSpace = () => flatten(view.controls).some(has("space"));

  const sheetFrame = () => element.closest(".stage-frame") ?? element;

  function present() {
    if (covered) return;
    const frame = sheetFrame();
    covered = [];
    for (let node = frame; node.parentElement; node = node.parentElement) {
      for (const other of node.parentElement.children) {
        if (other === node || other.inert || other.localName === "head") continue;
        other.inert = true;
        covered.push(other);
      }
    }
    frame.classList.add("stage-presenting");
    document.documentElement.classList.add("stage-presents");
    document.addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onScreen);
    // where it is refused, the sheet covers the page all the same; who has left meanwhile wants no full screen any more
    frame.requestFullscreen?.()?.then(() => covered || document.exitFullscreen()).catch(() => {});
    speak("This view fills the screen. A question mark shows the keys, Escape leaves.");
    draw();
    element.focus({ preventScroll: true });
  }

  function leave() {
    if (!covered) return;
    const frame = sheetFrame();
    for (const other of covered) other.inert = false;
    covered = undefined;
    showKeys(false);
    frame.classList.remove("stage-presenting");
    document.documentElement.classList.remove("stage-presents");
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("fullscreenchange", onScreen);
    if (document.fullscreenElement === frame) document.exitFullscreen()?.catch(() => {});
    speak("This is the page again.");
    draw();
    // where the space bar is a key of the app, a button with the focus would keep it to itself and present once more
    const home = hasSpace() ? element : element.querySelector('[data-do="present"]');
    home?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  function onScreen() {
    if (!document.fullscreenElement) leave();
  }

  function showKeys(on) {
    keys = on;
    element.classList.toggle("stage-keys", on);
  }

  // --- What the reader does ---

  const parts = {
    retry: () => retry?.(),
    back: () => (rest(), turn(frame - 1)),
    next: () => (rest(), turn(frame + 1)),
    play: () => (timer ? (rest(), draw()) : playWalk()),
    pause() {
      held = !held;
      rest();
      if (!held) act(view.again.do, view.again.value);
      else draw();
    },
    resume: () => open(offer),
    leave,
    keys: () => (showKeys(!keys), draw()),
    afresh() {
      rest();
      held = true;
      trouble = retry = undefined;
      transport.forget?.();
      show(first, false);
      transport.keep?.(null);
      speak("This is the beginning again.");
      draw();
    },
    async link() {
      address = undefined;
      const text = transport.link(saved);
      try {
        await navigator.clipboard.writeText(text);
        note = "The link is copied.";
      } catch {
        // browsers keep the clipboard from pages that come over plain http, and from files
        note = "Copy the link from the field.";
        address = text;
      }
      speak(note);
      draw();
      element.querySelector(`#${CSS.escape(id)}-address`)?.select();
    },
  };

  function press(target) {
    if (target.getAttribute("aria-disabled") === "true") return;
    const { part, do: action, value } = target.dataset;
    if (part) parts[part]();
    else if (action === "present") present();
    else {
      held = false;
      act(action, value, "chance" in target.dataset);
    }
  }

  function onClick(event) {
    const target = event.target.closest("[data-do], [data-part]");
    if (!target || !element.contains(target) || !(target.localName === "button" || target.closest("svg"))) return;
    press(target);
    // where the space bar is a key of the app, a button that was clicked does not keep it to itself
    if (event.detail && (covered || hasSpace())) element.focus({ preventScroll: true });
  }

  // What is wrong with an input. There is nothing to try again: what failed before was something else.
  function refuse(sentence) {
    trouble = sentence;
    retry = undefined;
    draw();
  }

  // A file is read here, and only its text goes to the app.
  async function take(input) {
    const [file] = input.files;
    if (!file) return;
    // the same file can be taken again
    input.value = "";
    if (file.size > Number(input.dataset.most)) {
      refuse(`${file.name} is too large for what is kept here: at most ${input.dataset.most} bytes are read.`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));
    // some spreadsheets write in two bytes a letter, and say so in the first two
    const wide = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[bytes[0] * 256 + bytes[1]];
    const text = new TextDecoder(wide ?? "utf-8").decode(bytes);
    act(input.dataset.do, text);
  }

  function onChange(event) {
    const input = event.target;
    if (input.dataset.part === "at" || !input.dataset.do) return;
    const label = input.labels[0].textContent;
    held = false;
    if (input.type === "file") take(input);
    else if (input.type === "checkbox") act(input.dataset.do, input.checked);
    else if (input.type !== "number") act(input.dataset.do, input.value);
    else if (Number.isInteger(input.valueAsNumber)) act(input.dataset.do, input.valueAsNumber);
    else refuse(`${label} takes a whole number from ${input.min} to ${input.max}.`);
  }

  function onInput(event) {
    if (event.target.dataset.part === "at") {
      rest();
      turn(event.target.valueAsNumber - 1);
    }
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const enter = event.key === "Enter" || event.key === " ";
    const mark = event.target.closest("svg [data-do]");
    const marks = mark ? [...element.querySelectorAll(".stage-picture svg [data-do]")] : [];
    if (event.key in ARROWS && marks.length > MANY) {
      event.preventDefault();
      // in columns of so many, left and right lead from one column to the next
      const across = event.key.endsWith("t") ? Number(mark.closest("[data-stride]")?.dataset.stride ?? 1) : 1;
      marks.at((marks.indexOf(mark) + across * ARROWS[event.key]) % marks.length).focus();
      return;
    }
    if (mark && enter) {
      event.preventDefault();
      press(mark);
      return;
    }
    if (event.target.matches("input, select, textarea") || (enter && event.target.matches("button, summary, a"))) return;
    const pressed = event.key === " " ? "space" : event.key.toLowerCase();
    if (covered && !event.repeat && (pressed === "escape" || pressed === "?")) {
      event.preventDefault();
      if (pressed === "?") parts.keys();
      else leave();
      return;
    }
    const control = flatten(view.controls).find(has(pressed));
    if (control && !control.disabled && !event.repeat) {
      event.preventDefault();
      if (control.do === "present") {
        (covered ? leave : present)();
        return;
      }
      held = false;
      act(control.do, null, control.chance);
    }
  }

  // what has the focus in the picture is where Tab stops from then on
  function onFocus(event) {
    const mark = event.target.closest("svg [data-do]");
    if (!mark) return;
    stop = mark.dataset.value;
    enliven(element, stop);
  }

  const onCalm = () => (begin(false), draw());

  function open(savedGame) {
    return ask({ ask: "load", saved: savedGame }, false);
  }

  element.addEventListener("click", onClick);
  element.addEventListener("change", onChange);
  element.addEventListener("input", onInput);
  element.addEventListener("keydown", onKey);
  element.addEventListener("focusin", onFocus);
  calm.addEventListener("change", onCalm);

  // the chart of a page's first view is drawn with all others of the page
  const ready = element.querySelector(".chart-plot > script")?.parentElement;
  if (ready) drawn = { box: ready, figure: view.chart };
  // a computer's throw would wake Python before the reader has done anything
  held = Boolean(transport.asleep?.());
  begin(false);
  draw();

  return {
    open,
    show(answer) {
      show(answer, false);
      trouble = retry = undefined;
      draw();
    },
    offer(savedGame) {
      offer = savedGame;
      draw();
    },
    destroy() {
      rest();
      leave();
      const listeners = { click: onClick, change: onChange, input: onInput, keydown: onKey, focusin: onFocus };
    for (const [name, listener] of Object.entries(listeners)) {
        element.removeEventListener(name, listener);
      }
      calm.removeEventListener("change", onCalm);
    },
  };
}
