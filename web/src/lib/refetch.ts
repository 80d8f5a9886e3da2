/**
 * Fetch a part of the page once more. Styles that did not come are not asked for again by whoever loads parts, who has
 * asked once: so they are asked for here, and the part would stand there without them otherwise.
 */
export async function refetched<T>(fetch: () => Promise<T>): Promise<T> {
  const styles = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  await Promise.all([...styles].filter(({ sheet }) => !sheet).map(renewed));
  return fetch();
}

function renewed(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  const done = new Promise<void>((yes, no) => {
    fresh.onload = () => yes();
    fresh.onerror = () => no(new Error(`not fetched: ${fresh.href}`));
  });
  link.replaceWith(fresh);
  return done;
}
