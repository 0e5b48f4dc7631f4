export interface Shade {
  from: number;
  to: number;
}

export const maxShades = 5;

/** Ascending, at most five: zero alone, others in groups of similar size. Equal values share a shade, and outliers move no other value. */
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
    // each remaining group needs a distinct value
    const last = distinct.length - groups;
    let count = 0;
    for (; next <= last; next += 1) {
      const added = distinct[next]?.[1] ?? 0;
      // the next value joins while it brings the group closer to its target size
      if (groups > 1 && next > first && count + added - wanted > wanted - count) break;
      count += added;
    }
    remaining -= count;
    shades.push({ from: distinct[first]?.[0] ?? 0, to: distinct[next - 1]?.[0] ?? 0 });
  }
  return shades;
}

/** Last shade that begins at or below a value; -1 if the value is below all. */
export const shadeIndex = (value: number, shades: readonly Shade[]): number =>
  shades.findLastIndex(({ from }) => value >= from);
