import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  bounded,
  type FaceView,
  fractionAt,
  movedBy,
  type Point,
  placed,
  type Size,
  wholeFace,
  zoomedAt,
  zoomStep,
} from './face-view.ts';

/** How far a pointer may wander, in pixels, and still have pressed rather than dragged. */
const slack = 6;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Zooming and moving a face in its frame: by buttons, by dragging, by pinching, by the wheel with Ctrl or a trackpad's
 * pinch. A press that does not drag is a place of the face.
 */
export function useFaceView(face: Size, onPress?: (place: Point) => void) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [{ width, height }, setFrame] = useState<Size>({ width: 0, height: 0 });
  const [wanted, setView] = useState<FaceView>(wholeFace);
  const frame = { width, height };
  const ready = width > 0 && height > 0;
  const view = ready ? bounded(wanted, frame, face) : wholeFace;
  const fingers = useRef(new Map<number, Point>());
  // `places`: it is not a pin that is pressed, which only opens; a drag or a pinch may begin on one
  const press = useRef<{ from: Point; dragged: boolean; places: boolean } | null>(null);

  const zoomBy = (factor: number, at: Point = { x: width / 2, y: height / 2 }) =>
    setView((before) => zoomedAt(bounded(before, frame, face), factor, at, frame, face));
  const turn = useEffectEvent((event: WheelEvent) => {
    // the wheel alone scrolls the page
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    zoomBy(Math.exp(-event.deltaY / 200), { x: event.clientX - box.left, y: event.clientY - box.top });
  });
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setFrame({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    if (!element) return;
    const listen = (event: WheelEvent) => turn(event);
    // React's own listeners cannot keep the browser from zooming the page
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [element]);

  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const gestures = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element;
      // React tells of presses in the form of a comment too, which hangs elsewhere in the page
      if (event.button !== 0 || !event.currentTarget.contains(target)) return;
      const point = pointOf(event);
      fingers.current.set(event.pointerId, point);
      press.current = {
        from: point,
        dragged: fingers.current.size > 1,
        places: target.closest('button:not([data-surface])') === null,
      };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId);
      if (!before || !press.current) return;
      const point = pointOf(event);
      const others = [...fingers.current.entries()].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      if (!press.current.dragged) {
        if (distance(point, press.current.from) < slack) return;
        press.current.dragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      fingers.current.set(event.pointerId, point);
      if (other) {
        const factor = distance(point, other) / Math.max(1, distance(before, other));
        const [from, to] = [middle(before, other), middle(point, other)];
        setView((now) =>
          movedBy(
            zoomedAt(now, factor, to, frame, face),
            { x: to.x - from.x, y: to.y - from.y },
            frame,
            face,
          ),
        );
      } else {
        setView((now) => movedBy(now, { x: point.x - before.x, y: point.y - before.y }, frame, face));
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!fingers.current.delete(event.pointerId)) return;
      const pressed = press.current?.places && !press.current.dragged && fingers.current.size === 0;
      if (fingers.current.size === 0) press.current = null;
      const place = pressed ? fractionAt(pointOf(event), view, frame, face) : null;
      if (place) onPress?.(place);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      fingers.current.delete(event.pointerId);
      if (fingers.current.size === 0) press.current = null;
    },
  };

  return {
    /** For the element that frames the face. */
    ref: setElement,
    ready,
    view,
    box: placed(view, ready ? frame : face, face),
    gestures,
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    showWhole: () => setView(wholeFace),
    /** Brings a place of the face into sight. */
    show: (place: Point) => setView((now) => bounded({ ...now, ...place }, frame, face)),
  };
}
export type FaceViewState = ReturnType<typeof useFaceView>;
