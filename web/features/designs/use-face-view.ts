import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import {
  clampView,
  faceBox,
  type FaceView,
  initialView,
  moveBy,
  type Point,
  type Size,
  zoomAt,
  zoomStep,
} from './face-view.ts';
import { useGestures } from './use-gestures.ts';

/** Zooms and moves a face by buttons, drag, pinch, or wheel with Ctrl. `onPress` gets the position of a press that does not drag. */
export function useFaceView(face: Size, onPress?: (position: Point) => void) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const frame = useFrameSize(element);
  const [requested, setView] = useState<FaceView>(initialView);
  const ready = frame.width > 0 && frame.height > 0;
  const view = ready ? clampView(requested, frame, face) : initialView;
  const zoomBy = (factor: number, at: Point = { x: frame.width / 2, y: frame.height / 2 }) =>
    setView((before) => zoomAt(clampView(before, frame, face), factor, at, frame, face));
  useWheelZoom(element, zoomBy);
  const gestures = useGestures({
    view,
    frame,
    face,
    onPress,
    onDrag: (by) => setView((before) => moveBy(before, by, frame, face)),
    onPinch: (factor, at, by) =>
      setView((before) => moveBy(zoomAt(before, factor, at, frame, face), by, frame, face)),
  });
  return {
    ref: setElement,
    ready,
    view,
    box: faceBox(view, ready ? frame : face, face),
    gestures,
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    zoomToFit: () => setView(initialView),
    centerOn: (position: Point) => setView((now) => clampView({ ...now, ...position }, frame, face)),
  };
}
export type FaceViewState = ReturnType<typeof useFaceView>;

/** Size of an element in pixels, updated on change; 0 before the first measurement. */
function useFrameSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Zooms by the wheel with Ctrl or Command; the wheel alone scrolls the page. */
function useWheelZoom(element: HTMLElement | null, zoomBy: (factor: number, at: Point) => void): void {
  const zoom = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    zoomBy(Math.exp(-event.deltaY / 200), { x: event.clientX - box.left, y: event.clientY - box.top });
  });
  useEffect(() => {
    if (!element) return;
    const listener = (event: WheelEvent) => zoom(event);
    // React's wheel listeners are passive and cannot prevent the browser's zoom
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [element]);
}
