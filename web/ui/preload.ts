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

export const preloadOnHover = (load: () => void): PreloadHandlers => ({
  onPointerEnter: load,
  onFocus: load,
});
