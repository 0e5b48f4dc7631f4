/** A component whose code is loaded when it is first displayed, or before. */
interface LoadedLater {
  /** Loads it; absent once it is loaded. */
  preload?: (() => Promise<unknown> | undefined) | undefined;
}

/**
 * For the element whose press displays the component: loads it while the pointer is over the element, or when it gets the
 * focus. What is loaded is displayed at once; otherwise React keeps its place empty for 300 ms.
 */
export const loadsAhead = (component: LoadedLater): LoadsAhead => doesAhead(() => void component.preload?.());

/** The props of an element that loads what its press displays. */
export interface LoadsAhead {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** For an element whose press displays what `load` loads or requests: does it once the press is likely. */
export const doesAhead = (load: () => void): LoadsAhead => ({ onPointerEnter: load, onFocus: load });
