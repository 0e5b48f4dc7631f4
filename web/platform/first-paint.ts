/**
 * Applies the style sheets that a page with a first paint loads for no media, so that they do not delay it; settles when all of
 * them are there.
 */
export async function applyStyleSheets(): Promise<void> {
  // the layout by the new styles would be part of the task of the first script
  await new Promise((later) => setTimeout(later));
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="not all"]');
  await Promise.all(
    [...sheets].map(async (link) => {
      if (!link.sheet)
        await new Promise((settled) => {
          link.addEventListener('load', settled);
          link.addEventListener('error', settled);
        });
      link.media = 'all';
    }),
  );
}

/** Removes what the document showed before the page was drawn; every page with a heading does it when it is drawn. */
export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
