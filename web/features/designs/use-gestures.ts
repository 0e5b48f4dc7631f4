import { type PointerEvent, useRef } from 'react';
import { facePointAt, type FaceView, type Point, type Size } from './face-view.ts';

/** How far a pointer can move, in pixels, and still have pressed rather than dragged: fingers move more than mice. */
const pressTolerance = 10;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const difference = (to: Point, from: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

interface Press {
  from: Point;
  dragged: boolean;
  /** On the face and not on a pin: a pin only opens, but drags and pinches may begin on one. */
  isOnFace: boolean;
}

export function useGestures({
  view,
  frame,
  face,
  onPress,
  onDrag,
  onPinch,
}: {
  view: FaceView;
  frame: Size;
  face: Size;
  onPress: ((position: Point) => void) | undefined;
  onDrag: (by: Point) => void;
  /** Called with a pinch: factor, point of the frame, and its movement in pixels. */
  onPinch: (factor: number, at: Point, by: Point) => void;
}) {
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<Press | null>(null);

  const lift = (event: PointerEvent<HTMLElement>): boolean => {
    const wasDown = pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) press.current = null;
    return wasDown;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element;
      // React also reports presses in the comment form, which is elsewhere in the document
      if (event.button !== 0 || !event.currentTarget.contains(target)) return;
      const point = pointOf(event);
      pointers.current.set(event.pointerId, point);
      press.current = {
        from: point,
        dragged: pointers.current.size > 1,
        isOnFace: target.closest('button:not([data-surface])') === null,
      };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId);
      if (!before || !press.current) return;
      const point = pointOf(event);
      if (!press.current.dragged) {
        if (distance(point, press.current.from) <= pressTolerance) return;
        press.current.dragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      pointers.current.set(event.pointerId, point);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) {
        onDrag(difference(point, before));
        return;
      }
      const factor = distance(point, other) / Math.max(1, distance(before, other));
      const to = middle(point, other);
      onPinch(factor, to, difference(to, middle(before, other)));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const pressed = press.current;
      if (!lift(event) || !pressed?.isOnFace || pressed.dragged || pointers.current.size > 0) return;
      const position = facePointAt(pointOf(event), view, frame, face);
      if (position) onPress?.(position);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      lift(event);
    },
  };
}
