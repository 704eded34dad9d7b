// Draws the charts of a page. A classic script, so that it works from file:// too. Each .chart-plot holds its
// figure as JSON in light colours; palette.css says which dark colour stands for which light one.
(() => {
  const root = document.documentElement;
  const pairs = getComputedStyle(root).getPropertyValue("--fortune-dark-of").replace(/["\s]+/g, " ").trim();
  const darkOf = new Map(pairs.split(",").map((pair) => pair.trim().split(" ")));
  const config = { responsive: true, displayModeBar: false, displaylogo: false };
  const drawn = new Map();
  // what a sheet of A4 or Letter holds between its margins, in pixels of 1/96 inch
  const sheet = 600;
  let printing = false;

  const dark = (value) => {
    if (typeof value === "string") return darkOf.get(value) ?? value;
    if (Array.isArray(value)) return value.map(dark);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dark(part)]));
  };

  function draw(box, paper = root.dataset.theme) {
    if (!drawn.has(box)) {
      const figure = JSON.parse(box.querySelector("script").textContent);
      drawn.set(box, { figure, plot: box.appendChild(document.createElement("div")) });
    }
    const { figure, plot } = drawn.get(box);
    const first = !plot.classList.contains("js-plotly-plot");
    const { data, layout } = paper === "dark" ? dark(figure) : structuredClone(figure);
    if (printing) Object.assign(layout, { width: sheet, autosize: false });
    Plotly.react(plot, data, layout, { ...config, responsive: !printing });
    // a figure drawn anew, in other colours, stays where the reader has put its slider
    if (first && layout.sliders) {
      plot.on("plotly_sliderchange", ({ slider, step }) => {
        figure.layout.sliders[0].active = slider.active;
        for (const [path, values] of Object.entries(step.args[0])) {
          const keys = path.split(".");
          const last = keys.pop();
          values.forEach((value, i) => { keys.reduce((part, key) => part[key], figure.data[i])[last] = value; });
        }
      });
    }
  }

  // The stage draws its charts anew, with other figures.
  window.fortuneChart = (box, figure) => {
    const plot = drawn.get(box)?.plot ?? box.appendChild(document.createElement("div"));
    near.unobserve(box);
    drawn.set(box, { figure, plot });
    draw(box);
  };

  // A chart is drawn when it comes near: below the fold, or in a folded solution, it costs nothing before that.
  const near = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => {
      near.unobserve(entry.target);
      draw(entry.target);
    }),
    { rootMargin: "600px" },
  );
  const boxes = document.querySelectorAll(".chart-plot:has(> script)");
  boxes.forEach((box) => near.observe(box));
  new MutationObserver(() => drawn.forEach((_, box) => draw(box))).observe(root, { attributeFilter: ["data-theme"] });
  addEventListener("beforeprint", () => {
    printing = true;
    new Set([...boxes, ...drawn.keys()]).forEach((box) => draw(box, "light"));
  });
  addEventListener("afterprint", () => {
    printing = false;
    drawn.forEach((_, box) => draw(box));
  });
})();
