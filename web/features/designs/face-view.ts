/** A width and a height, or a place, in pixels. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** What of a face is shown: how large, and which of its places (fractions) is in the middle. */
export interface FaceView {
  /** 1 shows the whole face. */
  zoom: number;
  x: number;
  y: number;
}

/** The whole face. */
export const wholeFace: FaceView = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 6;
/** One press of a zoom button. */
export const zoomStep = 1.5;
/** Pixels between a face and the edge of its frame. */
const margin = 16;

/** The size of a whole face in its frame. */
export function fitted(frame: Size, face: Size): Size {
  const width = Math.max(1, frame.width - 2 * margin);
  const height = Math.max(1, frame.height - 2 * margin);
  const scale = Math.min(width / face.width, height / face.height);
  return { width: face.width * scale, height: face.height * scale };
}

/** Half of what the frame shows of one direction, as a fraction of the face; the middle may not come nearer to the edge. */
function within(middle: number, frame: number, face: number): number {
  const half = frame / 2 / face;
  return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, middle));
}

/** A view that shows no more emptiness than it must. */
export function bounded(view: FaceView, frame: Size, face: Size): FaceView {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom));
  const whole = fitted(frame, face);
  return {
    zoom,
    x: within(view.x, frame.width - 2 * margin, whole.width * zoom),
    y: within(view.y, frame.height - 2 * margin, whole.height * zoom),
  };
}

/** Where the face lies in its frame, in pixels. */
export function placed(view: FaceView, frame: Size, face: Size): Size & { left: number; top: number } {
  const whole = fitted(frame, face);
  const width = whole.width * view.zoom;
  const height = whole.height * view.zoom;
  return { left: frame.width / 2 - view.x * width, top: frame.height / 2 - view.y * height, width, height };
}

/**
 * Where a face lies within the place of another, in percent: as large as fits, in the middle, in the shape that it
 * has.
 */
export function placedWithin(face: Size, place: Size): Size & { left: number; top: number } {
  const ratio = face.width / face.height / (place.width / place.height);
  const width = 100 * Math.min(1, ratio);
  const height = 100 * Math.min(1, 1 / ratio);
  return { left: (100 - width) / 2, top: (100 - height) / 2, width, height };
}

/** The place of a face, in fractions, under a point of its frame; null beside the face. */
export function fractionAt(point: Point, view: FaceView, frame: Size, face: Size): Point | null {
  const { left, top, width, height } = placed(view, frame, face);
  const x = (point.x - left) / width;
  const y = (point.y - top) / height;
  return x < 0 || x > 1 || y < 0 || y > 1 ? null : { x, y };
}

/** Zooms so that what is under a point of the frame stays there. */
export function zoomedAt(view: FaceView, factor: number, point: Point, frame: Size, face: Size): FaceView {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom * factor));
  const before = placed(view, frame, face);
  const under = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height };
  const whole = fitted(frame, face);
  return bounded(
    {
      zoom,
      x: under.x - (point.x - frame.width / 2) / (whole.width * zoom),
      y: under.y - (point.y - frame.height / 2) / (whole.height * zoom),
    },
    frame,
    face,
  );
}

/** Moves the face by pixels. */
export function movedBy(view: FaceView, by: Point, frame: Size, face: Size): FaceView {
  const { width, height } = placed(view, frame, face);
  return bounded({ ...view, x: view.x - by.x / width, y: view.y - by.y / height }, frame, face);
}
