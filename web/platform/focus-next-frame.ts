/** Focuses an element in the next frame, after rendering. Keeps a focus that the user moved meanwhile. */
export function focusNextFrame(find: () => Element | null | undefined): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== null && now !== before && now !== document.body) return;
    const found = find();
    if (found instanceof HTMLElement) found.focus();
  });
}
