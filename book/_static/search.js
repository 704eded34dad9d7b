// What Sphinx's search does not do by itself. Loaded on the page of the search, before it begins to look.
{
  // Summaries are fetched, which browsers do not allow from a disk; the pages are found all the same.
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  const ways = [
    [/\u00e4/g, "ae"],
    [/[\u00f6\u00f8]/g, "oe"],
    [/\u00fc/g, "ue"],
    [/\u00df/g, "ss"],
  ];
  const spelt = (word) => ways.reduce((made, [letter, both]) => made.replace(letter, both), word);
  const bare = (word) => word.replace(/\u00f8/g, "o").normalize("NFD").replace(/\p{M}/gu, "");
  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  // Each word with a letter that some keyboards lack, by the ways in which one types it without: those of titles in
  // full, all others as the index has them, without their endings.
  const known = (words) => {
    const found = new Map();
    for (const word of words)
      for (const typed of [bare(word), spelt(word)]) if (typed !== word && !found.has(typed)) found.set(typed, word);
    return found;
  };

  // A summary is cut out of the text of a page; what stands around the text is none of it.
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const around = "#jb-print-docs-body, #searchbox, .bd-header-article, .prev-next-footer, .bd-footer-content, .bd-toc, svg";
    for (const part of page.querySelectorAll(around)) part.remove();
    return textOf(page.documentElement.outerHTML, anchor);
  };

  const look = Search.query;
  Search.query = (query) => {
    const index = Search._index;
    const titles = known(Object.keys(index.alltitles).flatMap(wordsOf));
    const terms = known(Object.keys(index.terms));
    const stemmer = new Stemmer();
    const meant = (word) => {
      const stem = stemmer.stemWord(word.toLowerCase());
      const is = Object.hasOwn(index.terms, stem);
      return titles.get(word.toLowerCase()) ?? (is ? word : (terms.get(stem) ?? word));
    };
    look(query.replace(/[\p{L}\p{N}]+/gu, meant));
  };
}
