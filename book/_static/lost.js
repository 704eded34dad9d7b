// On the page for addresses that are none: say which it was, and find the pages whose addresses are most like it.
{
  const root = new URL(document.baseURI).pathname;
  const plain = (address) => {
    let text = address;
    try {
      text = decodeURIComponent(address);
    } catch {
      // an address that is written wrongly stays as it is
    }
    return text
      .toLowerCase()
      .replace(/\u00fc/g, "ue")
      .replace(/\.\w+$/, "")
      .replace(/[_\s]+/g, "-")
      .replace(/^book\/|(\/|^)index$|\/+$/g, "");
  };

  // How many letters one has to add, drop or change to make one word of the other.
  const edits = (one, other) => {
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++)
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
      row = next;
    }
    return row[other.length];
  };
  const unlike = (one, other) => edits(one, other) / Math.max(one.length, other.length, 1);

  // 0 for the same address, more for one that is less like it; a page of that name elsewhere, or of that folder, is near.
  const distance = (asked, page) => {
    const name = (path) => path.split("/").pop();
    return Math.min(
      unlike(asked, page),
      0.1 + unlike(name(asked), name(page)),
      0.15 + unlike(asked.split("/")[0], page.split("/")[0]) + (asked.includes("/") ? 0.15 : 0),
    );
  };

  // The links within the page start from the address that was asked for, not from where the site begins.
  for (const link of document.querySelectorAll('a[href^="#"]'))
    link.href = location.pathname + location.search + link.getAttribute("href");

  const address = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname;
  if (address !== "404.html") {
    // an address is nobody's sentence: only so much of it is shown, and as text
    const code = document.createElement("code");
    code.textContent = address.slice(0, 80) + (address.length > 80 ? "\u2026" : "");
    document.getElementById("lost-asked").replaceChildren("The address ", code);

    const asked = plain(address.slice(0, 200));
    const pages = new Map();
    for (const link of document.querySelectorAll(".bd-links a[href]")) {
      const { pathname } = new URL(link.href);
      if (pathname.startsWith(root)) pages.set(pathname, link.textContent.trim());
    }
    const ranked = [...pages]
      .map(([path, title]) => ({ path, title, far: distance(asked, plain(path.slice(root.length))) }))
      .sort((one, other) => one.far - other.far);
    // what is much less like it than the best is only noise
    const near = ranked.filter(({ far }) => far <= Math.min(0.36, ranked[0].far + 0.12)).slice(0, 5);
    const list = document.querySelector("#lost-near ul");
    for (const { path, title } of near) {
      const link = document.createElement("a");
      link.href = path;
      link.textContent = title;
      const folder = document.createElement("span");
      folder.textContent = ` (${path.slice(root.length)})`;
      const item = document.createElement("li");
      item.append(link, folder);
      list.append(item);
    }
    document.getElementById("lost-near").hidden = near.length === 0;
    document.getElementById("lost-words").value = near.length ? "" : asked.split("/").pop().replace(/-/g, " ").slice(0, 40);
  }
}
