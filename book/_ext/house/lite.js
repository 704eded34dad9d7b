// What JupyterLite's pages get beside JupyterLite.

// JupyterLab runs a cell that is asked for before its kernel is there by doing nothing, and says nothing of it
// (jupyterlab/jupyterlab#8490). So here, where that takes seconds, what runs cells waits for the kernel.
addEventListener("load", async () => {
  while (!window.jupyterapp) await new Promise((resolve) => setTimeout(resolve, 50));
  const { commands, shell } = window.jupyterapp;
  const execute = commands.execute.bind(commands);
  commands.execute = async (id, args) => {
    if (/^(notebook|runmenu):(run|restart)/.test(id)) {
      await shell.currentWidget?.sessionContext?.ready;
    }
    return execute(id, args);
  };
});

// The kernel has no program that draws charts; the site has one. The stage asks for it with its first chart.
window.fortunePlotly = ((script) => () =>
  new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    tag.src = new URL("../_static/vendor/plotly.min.js", script.src);
    tag.onload = () => resolve(window.Plotly);
    tag.onerror = () => reject(new Error("The program that draws charts could not be fetched."));
    document.head.append(tag);
  }))(document.currentScript);
