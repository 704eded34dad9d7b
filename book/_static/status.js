// The table of run times on the status page, made from run-times.js, which the build writes last.
"use strict";
{
  const place = document.getElementById("run-times");
  const root = new URL("../../", location.href);
  const show = (times) => {
    const cell = (tag, content) => {
      const made = document.createElement(tag);
      made.append(content);
      return made;
    };
    const row = (...cells) => {
      const made = document.createElement("tr");
      made.append(...cells);
      return made;
    };
    const seconds = (value) => cell("td", value.toFixed(1));
    const table = document.createElement("table");
    table.className = "table run-times";
    table.append(cell("caption", "Seconds that the cells of each page ran when this site was built"));
    const head = document.createElement("thead");
    head.append(row(cell("th", "Page"), cell("th", "Seconds")));
    head.querySelectorAll("th").forEach((it) => { it.scope = "col"; });
    const body = document.createElement("tbody");
    for (const entry of times) {
      const link = document.createElement("a");
      link.href = new URL(entry.page, root).href;
      link.textContent = entry.title;
      body.append(row(cell("td", link), seconds(entry.seconds)));
    }
    body.append(row(cell("td", "All together"), seconds(times.reduce((sum, entry) => sum + entry.seconds, 0))));
    table.append(head, body);
    place.replaceChildren(table);
  };
  if (place) {
    const file = document.createElement("script");
    file.src = new URL("run-times.js", root).href;
    file.addEventListener("load", () => show(globalThis.houseRunTimes));
    document.head.append(file);
  }
}
