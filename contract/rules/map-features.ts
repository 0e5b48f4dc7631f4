/** Properties of a GeoJSON feature. */
export type FeatureProperties = Readonly<Record<string, unknown>>;

/** In lower case, the best first: systems call them differently. */
const names = ['name', 'zone', 'area', 'label', 'title'];
const addresses = ['addresses', 'households', 'homes', 'residential', 'quantity', 'count', 'total'];
const maxAddresses = 1_000_000;

function firstOf<Value>(
  properties: FeatureProperties,
  wanted: readonly string[],
  read: (value: unknown) => Value | null,
): Value | null {
  const found = new Map(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of wanted) {
    const value = read(found.get(name));
    if (value !== null) return value;
  }
  return null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Name of the zone that a feature belongs to; null without one. */
export const nameOfFeature = (properties: FeatureProperties): string | null =>
  firstOf(properties, names, textOf)?.slice(0, 500) ?? null;

/** Carrier route, such as 28801C007; null without one that can be stored. */
export function routeOfFeature(properties: FeatureProperties): string | null {
  const route = textOf(properties['geocode']);
  return route !== null && route.length <= 200 && !/[\s\p{Cc};]/u.test(route) ? route : null;
}

/** Addresses in a feature; null if it does not say. */
export const addressesOfFeature = (properties: FeatureProperties): number | null =>
  firstOf(properties, addresses, (value) => {
    const count = typeof value === 'string' && /^\d{1,7}$/.test(value.trim()) ? Number(value) : value;
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= maxAddresses
      ? count
      : null;
  });

/** Null if no feature says. */
export function sumOfAddresses(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}
