/** A component whose code is loaded on first display or before. */
interface LazyComponent {
  /** Starts loading; absent once loaded. */
  preload?: (() => Promise<unknown> | undefined) | undefined;
}

/** Loads a component's code on hover or focus. Otherwise React keeps its place empty for 300 ms. */
export const preloadCodeOnHover = (component: LazyComponent): PreloadHandlers =>
  preloadOnHover(() => void component.preload?.());

export interface PreloadHandlers {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** Props for an element whose press shows something: calls `load` on hover or focus, when a press is likely. */
export const preloadOnHover = (load: () => void): PreloadHandlers => ({
  onPointerEnter: load,
  onFocus: load,
});
