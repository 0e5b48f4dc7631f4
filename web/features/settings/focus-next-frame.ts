/** Focuses an element once what was just set is rendered: a button that is pressed cannot have the focus while it loads. */
export const focusNextFrame = (element: () => Element | null | undefined): void =>
  void requestAnimationFrame(() => {
    const found = element();
    if (found instanceof HTMLElement) found.focus();
  });
