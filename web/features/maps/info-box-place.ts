/** A point of the map, in pixels from its top left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Between the point and its box, and between the box and the edge of the map, in pixels. */
const gap = 12;

/** The largest position at which a length of the box ends before the edge; the start of the map if it is too small. */
const within = (start: number, length: number, available: number) =>
  Math.max(gap, Math.min(start, available - length - gap));

/**
 * Where the top left corner of an info box is: to the right of its point, to the left of it where the right has no room, and
 * always within the map.
 */
export function infoBoxPlace(point: MapPoint, box: Size, map: Size): MapPoint {
  const right = point.x + gap;
  const left = point.x - gap - box.width;
  const fitsRight = right + box.width + gap <= map.width;
  return {
    x: within(fitsRight || left < gap ? right : left, box.width, map.width),
    y: within(point.y - box.height / 3, box.height, map.height),
  };
}
