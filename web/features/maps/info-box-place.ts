/** Pixels from the map's top left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Pixels between point and box, and between box and edge. */
const gap = 12;

/** Largest start at which a length fits; 0 if it does not. */
const within = (start: number, length: number, available: number) =>
  Math.max(gap, Math.min(start, available - length - gap));

/** Top left corner of an info box: right of its point, left of it without room, always within the map. */
export function infoBoxPlace(point: MapPoint, box: Size, map: Size): MapPoint {
  const right = point.x + gap;
  const left = point.x - gap - box.width;
  const fitsRight = right + box.width + gap <= map.width;
  return {
    x: within(fitsRight || left < gap ? right : left, box.width, map.width),
    y: within(point.y - box.height / 3, box.height, map.height),
  };
}
