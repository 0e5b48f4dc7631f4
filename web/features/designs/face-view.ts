/** Pixels. */
export interface Size {
  width: number;
  height: number;
}
/** Point of a frame in pixels, or position on a face in fractions. */
export interface Point {
  x: number;
  y: number;
}

/** Visible part of a face: zoom, and position (fractions) at the center. */
export interface FaceView {
  /** 1 shows the whole face. */
  zoom: number;
  x: number;
  y: number;
}

export const initialView: FaceView = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 6;
export const zoomStep = 1.5;
/** Pixels between a face and its frame. */
const margin = 16;

export function fittedSize(frame: Size, face: Size): Size {
  const width = Math.max(1, frame.width - 2 * margin);
  const height = Math.max(1, frame.height - 2 * margin);
  const scale = Math.min(width / face.width, height / face.height);
  return { width: face.width * scale, height: face.height * scale };
}

/** Keeps a center (fraction in one direction) at least half of the visible part away from the edges. */
function clampCenter(middle: number, frame: number, face: number): number {
  const half = frame / 2 / face;
  return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, middle));
}

/** Nearest view with the least empty space. */
export function clampView(view: FaceView, frame: Size, face: Size): FaceView {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom));
  const fullSize = fittedSize(frame, face);
  return {
    zoom,
    x: clampCenter(view.x, frame.width - 2 * margin, fullSize.width * zoom),
    y: clampCenter(view.y, frame.height - 2 * margin, fullSize.height * zoom),
  };
}

export function faceBox(view: FaceView, frame: Size, face: Size): Size & { left: number; top: number } {
  const fullSize = fittedSize(frame, face);
  const width = fullSize.width * view.zoom;
  const height = fullSize.height * view.zoom;
  return { left: frame.width / 2 - view.x * width, top: frame.height / 2 - view.y * height, width, height };
}

export function fittedBoxInPercent(face: Size, container: Size): Size & { left: number; top: number } {
  const ratio = face.width / face.height / (container.width / container.height);
  const width = 100 * Math.min(1, ratio);
  const height = 100 * Math.min(1, 1 / ratio);
  return { left: (100 - width) / 2, top: (100 - height) / 2, width, height };
}

/** Position on a face (fractions) under a point of its frame; null outside. */
export function facePointAt(point: Point, view: FaceView, frame: Size, face: Size): Point | null {
  const { left, top, width, height } = faceBox(view, frame, face);
  const x = (point.x - left) / width;
  const y = (point.y - top) / height;
  return x < 0 || x > 1 || y < 0 || y > 1 ? null : { x, y };
}

export function zoomAt(view: FaceView, factor: number, point: Point, frame: Size, face: Size): FaceView {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom * factor));
  const before = faceBox(view, frame, face);
  const under = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height };
  const fullSize = fittedSize(frame, face);
  return clampView(
    {
      zoom,
      x: under.x - (point.x - frame.width / 2) / (fullSize.width * zoom),
      y: under.y - (point.y - frame.height / 2) / (fullSize.height * zoom),
    },
    frame,
    face,
  );
}

export function moveBy(view: FaceView, by: Point, frame: Size, face: Size): FaceView {
  const { width, height } = faceBox(view, frame, face);
  return clampView({ ...view, x: view.x - by.x / width, y: view.y - by.y / height }, frame, face);
}

/** Pixels between the tips of pins side by side: a pin and a little more. */
const pinStep = 34;
/** Pins that are nearer cover each other. */
const nearPins = 24;

/** Pixels by which each pin moves to the side, so that no pin covers an earlier one. */
export function pinShifts(positions: readonly Point[], { width, height }: Size): number[] {
  const placed: Point[] = [];
  return positions.map(({ x, y }) => {
    const direction = x > 0.5 ? -1 : 1;
    const isCovering = (shift: number) =>
      placed.some((other) => Math.hypot(other.x - (x * width + shift), other.y - y * height) < nearPins);
    let shift = 0;
    while (isCovering(shift)) shift += direction * pinStep;
    placed.push({ x: x * width + shift, y: y * height });
    return shift;
  });
}
