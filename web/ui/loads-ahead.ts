/** A component whose code is loaded when it is first displayed, or before. */
interface LoadedLater {
  /** Loads it; absent once it is loaded. */
  preload?: (() => Promise<unknown> | undefined) | undefined;
}

/**
 * For the element whose press displays the component: loads it while the pointer is over the element, or when it gets the
 * focus. What is loaded is displayed at once; otherwise React keeps its place empty for 300 ms.
 */
export function loadsAhead(component: LoadedLater): { onPointerEnter: () => void; onFocus: () => void } {
  const load = () => void component.preload?.();
  return { onPointerEnter: load, onFocus: load };
}
