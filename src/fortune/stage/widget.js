// The stage in a notebook: the app runs in the kernel, and requests travel as custom messages of the widget.
import { mount } from "./stage.js";

let plotly;

export default {
  render({ model, el }) {
    const waiting = new Map();
    let asking = 0;

    // every view of this widget hears every answer, so the numbers must differ between them
    const send = (message) =>
      new Promise((resolve) => {
        const number = Math.random().toString(36);
        waiting.set(number, resolve);
        model.send({ ...message, number });
      });

    const now = () => ({ view: model.get("view"), saved: model.get("saved") });

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
        // plotly's program is asked of the kernel, once a page: a notebook may have no network
        plotly ??= globalThis.Plotly ?? send({ plotly: true }).then(({ code }) => {
          const module = { exports: {} };
          if (code) new Function("module", "exports", "define", code)(module, module.exports, undefined);
          return module.exports;
        });
        const { react } = await plotly;
        if (react && box.isConnected) react(box, figure.data, figure.layout, { responsive: true, displayModeBar: false });
      },
    };

    model.on("msg:custom", onMessage);
    el.classList.add("stage-frame");
    const stage = mount(el.appendChild(document.createElement("section")), transport, now());
    const onChange = () => {
      // what this view asked for comes by message; what another cell or view changed comes this way
      if (asking === 0) stage.show(now());
    };
    model.on("change:view", onChange);

    return () => {
      model.off("msg:custom", onMessage);
      model.off("change:view", onChange);
      stage.destroy();
    };
  },
};
