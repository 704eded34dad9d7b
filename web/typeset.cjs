/* Typesets TeX while the book is built: TeX in, SVG out, with MathML beside it for screen readers.

   book/_ext/house/maths.py keeps one such process for a whole build. One line of JSON comes in for each formula,
   {"tex": …, "display": true or false}. One line goes out: {"svg": …, "mathml": …, "glyphs": {id: outline}}, where
   `glyphs` holds the outlines not sent before, so that a page can hold each of them once; or {"error": …}. */
"use strict";

const readline = require("node:readline");
const { init } = require("mathjax/es5/node-main.js");

init({
  loader: { load: ["input/tex-full", "output/svg", "a11y/assistive-mml"] },
  tex: {
    // No package that prints an error as red text, loads files, or lets one formula change the next.
    packages: ["base", "ams", "boldsymbol", "cancel", "mathtools", "textmacros"],
    // Sphinx numbers the equations.
    tags: "none",
    formatError(_jax, error) {
      throw error;
    },
  },
  svg: { fontCache: "global" },
  startup: { typeset: false },
}).then((MathJax) => {
  const { adaptor, output } = MathJax.startup;
  const sent = new Set();

  function newGlyphs() {
    const glyphs = {};
    for (const path of adaptor.childNodes(output.fontCache.getCache())) {
      const id = adaptor.getAttribute(path, "id");
      if (!sent.has(id)) {
        sent.add(id);
        glyphs[id] = adaptor.getAttribute(path, "d");
      }
    }
    return glyphs;
  }

  function typeset({ tex, display }) {
    const [svg, assistive] = adaptor.childNodes(MathJax.tex2svg(tex, { display }));
    return {
      svg: adaptor.outerHTML(svg),
      mathml: adaptor.innerHTML(assistive),
      glyphs: newGlyphs(),
    };
  }

  readline
    .createInterface({ input: process.stdin })
    .on("line", (line) => {
      let answer;
      try {
        answer = typeset(JSON.parse(line));
      } catch (error) {
        answer = { error: error.message };
      }
      process.stdout.write(JSON.stringify(answer) + "\n");
    })
    .on("close", () => process.exit(0));
});
