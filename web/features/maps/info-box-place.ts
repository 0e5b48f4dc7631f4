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

export interface BoxPlace extends MapPoint {
  /** Pixels; the box scrolls if it needs more. */
  maxHeight: number;
}

/** Pixels between box and edge. */
const gap = 12;
/** Pixels between point and box: the ring of an open marker, and a little more. */
const pointGap = 22;
/** Pixels of a box that still shows its title and the first facts. */
const smallest = 120;

/** Largest start at which a length fits; the gap if it does not. */
const within = (start: number, length: number, available: number) =>
  Math.max(gap, Math.min(start, available - length - gap));

/** Top left corner of an info box within the map: right of its point, else left of it, else below or above it, never on it. */
export function infoBoxPlace(point: MapPoint, box: Size, map: Size): BoxPlace {
  const right = point.x + pointGap;
  const left = point.x - pointGap - box.width;
  const fitsRight = right + box.width + gap <= map.width;
  const isOutside = point.x < 0 || point.y < 0 || point.x > map.width || point.y > map.height;
  if (fitsRight || left >= gap || isOutside)
    return {
      x: within(fitsRight || left < gap ? right : left, box.width, map.width),
      y: within(point.y - box.height / 3, box.height, map.height),
      maxHeight: map.height - 2 * gap,
    };
  const [above, below] = [point.y - pointGap - gap, map.height - point.y - pointGap - gap];
  const isBelow = below >= box.height || below >= above;
  const maxHeight = Math.max(smallest, isBelow ? below : above);
  const height = Math.min(box.height, maxHeight);
  return {
    x: within(point.x - box.width / 2, box.width, map.width),
    y: within(isBelow ? point.y + pointGap : point.y - pointGap - height, height, map.height),
    maxHeight,
  };
}
