/** One step of a scale of shades: the smallest and the largest value that have it. */
export interface Shade {
  from: number;
  to: number;
}

/** The most shades of a scale. */
export const maxShades = 5;

/**
 * The shades of values, ascending: zero by itself, the others in groups of about the same number of values, up to five shades
 * together. Equal values have the same shade, so that groups are as equal as ties allow. One value that is far larger than the
 * others moves none of them to another shade. Values below zero and those that are no number are left out.
 */
export function shadesOf(values: readonly number[]): Shade[] {
  const counts = new Map<number, number>();
  for (const value of values) if (value >= 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  const shades: Shade[] = counts.delete(0) ? [{ from: 0, to: 0 }] : [];
  const distinct = [...counts].toSorted(([one], [other]) => one - other);
  let remaining = distinct.reduce((sum, [, count]) => sum + count, 0);
  let groups = Math.min(maxShades - shades.length, distinct.length);
  let next = 0;
  for (; groups > 0; groups -= 1) {
    const wanted = remaining / groups;
    const first = next;
    // each of the following groups needs a value of its own
    const last = distinct.length - groups;
    let count = 0;
    for (; next <= last; next += 1) {
      const added = distinct[next]?.[1] ?? 0;
      // the next value is added while that brings the group closer to its size
      if (groups > 1 && next > first && count + added - wanted > wanted - count) break;
      count += added;
    }
    remaining -= count;
    shades.push({ from: distinct[first]?.[0] ?? 0, to: distinct[next - 1]?.[0] ?? 0 });
  }
  return shades;
}

/** The index of a value's shade: the last one that begins at or below it; -1 without one. */
export const shadeIndex = (value: number, shades: readonly Shade[]): number =>
  shades.findLastIndex(({ from }) => value >= from);
