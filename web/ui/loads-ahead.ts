/** A component whose code is loaded on first display or before. */
interface LoadedLater {
  /** Starts loading; absent once loaded. */
  preload?: (() => Promise<unknown> | undefined) | undefined;
}

/** Loads a component on hover or focus. Otherwise React keeps its place empty for 300 ms. */
export const loadsAhead = (component: LoadedLater): LoadsAhead =>
  preloadOnHover(() => void component.preload?.());

export interface LoadsAhead {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** Props for an element whose press shows something: calls `load` on hover or focus, when a press is likely. */
export const preloadOnHover = (load: () => void): LoadsAhead => ({ onPointerEnter: load, onFocus: load });
