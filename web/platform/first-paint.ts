/** Applies the style sheets that the page loads with media `none` to speed up its first paint; resolves when all are loaded. */
export async function applyStyleSheets(): Promise<void> {
  // otherwise the new layout would be part of the first script's task
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

/** Removes the document's first paint; every page with a heading calls it once drawn. */
export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
