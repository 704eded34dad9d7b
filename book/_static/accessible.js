// Mends what the theme's scripts leave undone for those who read by keyboard or by ear.
{
  // The theme asks once whether a block of code or a table scrolls. What lies in a fold has no size then, and could not
  // be scrolled by keyboard when it is opened; so each is asked whenever its size changes.
  const wide = "pre, .cell_output > .output, .pst-scrollable-table-container";
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const block of document.querySelectorAll(wide)) sizes.observe(block);

  // Each button that opens a solution is called "Toggle hidden content": it gets the name of what it opens.
  addEventListener("load", () => {
    for (const button of document.querySelectorAll(".admonition-title > .toggle-button")) {
      button.setAttribute("aria-label", button.parentElement.textContent.trim());
    }
  });
}
