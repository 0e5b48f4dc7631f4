/** An area with the zones that draw it; without zones it is drawn as a whole. */
export interface AreaParts {
  id: string;
  zones: readonly { id: string }[];
}

export type Shown = 'all' | 'some' | 'none';

function shownOf(total: number, shown: number): Shown {
  if (shown === 0) return 'none';
  return shown === total ? 'all' : 'some';
}

export const isZoneShown = (areaId: string, zoneId: string, shown: ReadonlySet<string>): boolean =>
  shown.has(areaId) || shown.has(zoneId);

export function areaShown({ id, zones }: AreaParts, shown: ReadonlySet<string>): Shown {
  if (shown.has(id)) return 'all';
  return shownOf(zones.length, zones.filter((zone) => shown.has(zone.id)).length);
}

export function areasShown(areas: readonly AreaParts[], shown: ReadonlySet<string>): Shown {
  const states = areas.map((area) => areaShown(area, shown));
  if (states.includes('some')) return 'some';
  return shownOf(states.length, states.filter((state) => state === 'all').length);
}

export function withArea({ id, zones }: AreaParts, shown: ReadonlySet<string>): Set<string> {
  const next = new Set(shown).add(id);
  for (const zone of zones) next.delete(zone.id);
  return next;
}

export function toggleArea(area: AreaParts, shown: ReadonlySet<string>): Set<string> {
  const next = withArea(area, shown);
  if (areaShown(area, shown) === 'all') next.delete(area.id);
  return next;
}

export function toggleZone(area: AreaParts, zoneId: string, shown: ReadonlySet<string>): Set<string> {
  const next = new Set(shown);
  if (next.delete(area.id)) for (const { id } of area.zones) next.add(id);
  if (!next.delete(zoneId)) next.add(zoneId);
  return area.zones.every(({ id }) => next.has(id)) ? withArea(area, next) : next;
}

export const listShown = (ids: readonly string[], hidden: ReadonlySet<string>): Shown =>
  ids.length === 0 ? 'all' : shownOf(ids.length, ids.filter((id) => !hidden.has(id)).length);

export const toggleList = (ids: readonly string[], hidden: ReadonlySet<string>): Set<string> =>
  new Set(listShown(ids, hidden) === 'all' ? ids : []);

export function toggleOne(id: string, hidden: ReadonlySet<string>): Set<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}
