/** Degrees. As in RFC 7946, `west` is greater than `east` across 180°. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** East longitude counted from `west`, at most 540. */
export const eastFromWest = ({ west, east }: Bounds): number => (west > east ? east + 360 : east);

/** Degrees; also across 180°, where west is greater than east. */
export function centerOfBounds(bounds: Bounds): { latitude: number; longitude: number } {
  const longitude = (bounds.west + eastFromWest(bounds)) / 2;
  return {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: longitude > 180 ? longitude - 360 : longitude,
  };
}

/** Leaves out the widest gap between the boxes; null without boxes. */
export function boundsAroundBoxes(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  const spans = boxes
    .flatMap(({ west, east }) =>
      west > east
        ? [
            { west, east: 180 },
            { west: -180, east },
          ]
        : [{ west, east }],
    )
    .sort((one, other) => one.west - other.west);
  let [south, north] = [90, -90];
  for (const box of boxes) {
    south = Math.min(south, box.south);
    north = Math.max(north, box.north);
  }
  const first = spans[0] ?? { west: -180, east: 180 };
  let reached = first.east;
  let gap = { width: Number.NEGATIVE_INFINITY, from: 0, to: 0 };
  for (const { west, east } of spans) {
    if (west - reached > gap.width) gap = { width: west - reached, from: reached, to: west };
    reached = Math.max(reached, east);
  }
  const across = first.west + 360 - reached;
  return gap.width > across
    ? { west: gap.to, south, east: gap.from, north }
    : { west: first.west, south, east: reached, north };
}
