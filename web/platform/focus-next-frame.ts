/**
 * Focuses an element in the next frame, when what was just set is rendered. If a person moved the focus meanwhile, it stays:
 * the next key goes where they put it.
 */
export function focusNextFrame(find: () => Element | null | undefined): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== null && now !== before && now !== document.body) return;
    const found = find();
    if (found instanceof HTMLElement) found.focus();
  });
}
