// On a page that has moved: lead on, and take along what stands behind the "#": a place on the page, or a shared game.
{
  const to = new URL(document.currentScript.dataset.to, document.baseURI);
  to.search = location.search;
  if (location.hash) to.hash = location.hash;
  location.replace(to);
}
