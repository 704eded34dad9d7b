// The stage in a notebook: the app runs in the kernel, and requests travel as custom messages of the widget.
import { mount } from "./stage.js";

let plotly;

const isDark = () => document.body.dataset.jpThemeLight === "false";

// Figures come in light colours; the stylesheet says which dark colour stands for which light one.
function inDark(figure) {
  const pairs = getComputedStyle(document.documentElement).getPropertyValue("--fortune-dark-of").replace(/"/g, "");
  const darkOf = new Map(pairs.split(",").map((pair) => pair.trim().split(" ")));
  return JSON.parse(JSON.stringify(figure), (_, value) => darkOf.get(value) ?? value);
}

export default {
  render({ model, el }) {
    const waiting = new Map();
    let asking = 0;
    let chart;

    // Jupyter puts a widget on the page after it was rendered, and a chart needs to know its width
    const placed = new Promise((resolve) => {
      const watch = new ResizeObserver(() => {
        if (!el.isConnected) return;
        watch.disconnect();
        resolve();
      });
      watch.observe(el);
    });

    // every view of this widget hears every answer, so the numbers must differ between them
    const send = (message) =>
      new Promise((resolve) => {
        const number = Math.random().toString(36);
        waiting.set(number, resolve);
        model.send({ ...message, number });
      });

    const now = () => ({ view: JSON.parse(model.get("view")), saved: JSON.parse(model.get("saved")) });

    const onMessage = ({ number, answer }) => {
      waiting.get(number)?.(answer);
      waiting.delete(number);
    };

    const transport = {
      async ask(request) {
        asking += 1;
        const { error } = await send({ request });
        asking -= 1;
        return error === undefined ? now() : { error };
      },
      async draw(box, figure) {
        // plotly's program is asked of the page (JupyterLite's has it), else of the kernel, once: a notebook may have
        // no network
        plotly ??= globalThis.Plotly ?? globalThis.fortunePlotly?.() ?? send({ plotly: true }).then(({ code }) => {
          const module = { exports: {} };
          if (code) new Function("module", "exports", "define", code)(module, module.exports, undefined);
          return module.exports;
        });
        const { react } = await plotly;
        await placed;
        if (!react || !box.isConnected) return;
        chart = { box, figure };
        const { data, layout } = isDark() ? inDark(figure) : figure;
        react(box, data, layout, { responsive: true, displayModeBar: false });
      },
    };

    model.on("msg:custom", onMessage);
    el.classList.add("stage-frame", "stage-leaf");
    const stage = mount(el.appendChild(document.createElement("section")), transport, now());
    const onChange = () => {
      // what this view asked for comes by message; what another cell or view changed comes this way
      if (asking === 0) stage.show(now());
    };
    model.on("change:view", onChange);
    const theme = new MutationObserver(() => chart && transport.draw(chart.box, chart.figure));
    theme.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });

    return () => {
      model.off("msg:custom", onMessage);
      model.off("change:view", onChange);
      theme.disconnect();
      stage.destroy();
    };
  },
};
