/** A mailing area with the zones that it is drawn by; without zones it is drawn as a whole. */
export interface AreaParts {
  id: string;
  zones: readonly { id: string }[];
}

/** How much of a group is shown: the state of its checkbox. */
export type Shown = 'all' | 'some' | 'none';

function shownOf(total: number, shown: number): Shown {
  if (shown === 0) return 'none';
  return shown === total ? 'all' : 'some';
}

/** Whether a zone is shown: it is, or its whole area. */
export const isZoneShown = (areaId: string, zoneId: string, shown: ReadonlySet<string>): boolean =>
  shown.has(areaId) || shown.has(zoneId);

/** How much of an area is shown. */
export function areaShown({ id, zones }: AreaParts, shown: ReadonlySet<string>): Shown {
  if (shown.has(id)) return 'all';
  return shownOf(zones.length, zones.filter((zone) => shown.has(zone.id)).length);
}

/** How much of several areas is shown. */
export function areasShown(areas: readonly AreaParts[], shown: ReadonlySet<string>): Shown {
  const states = areas.map((area) => areaShown(area, shown));
  if (states.includes('some')) return 'some';
  return shownOf(states.length, states.filter((state) => state === 'all').length);
}

/** The shown ids with all of an area. */
export function withArea({ id, zones }: AreaParts, shown: ReadonlySet<string>): Set<string> {
  const next = new Set(shown).add(id);
  for (const zone of zones) next.delete(zone.id);
  return next;
}

/** The shown ids after the checkbox of an area was pressed: all of it is shown, unless it was. */
export function toggleArea(area: AreaParts, shown: ReadonlySet<string>): Set<string> {
  const next = withArea(area, shown);
  if (areaShown(area, shown) === 'all') next.delete(area.id);
  return next;
}

/** The shown ids after the checkbox of a zone was pressed. */
export function toggleZone(area: AreaParts, zoneId: string, shown: ReadonlySet<string>): Set<string> {
  const next = new Set(shown);
  if (next.delete(area.id)) for (const { id } of area.zones) next.add(id);
  if (!next.delete(zoneId)) next.add(zoneId);
  return area.zones.every(({ id }) => next.has(id)) ? withArea(area, next) : next;
}

/** How many of a list are not hidden. */
export const listShown = (ids: readonly string[], hidden: ReadonlySet<string>): Shown =>
  ids.length === 0 ? 'all' : shownOf(ids.length, ids.filter((id) => !hidden.has(id)).length);

/** The hidden ids after the checkbox of a list was pressed: all of it is shown, unless it was. */
export const toggleList = (ids: readonly string[], hidden: ReadonlySet<string>): Set<string> =>
  new Set(listShown(ids, hidden) === 'all' ? ids : []);

/** The hidden ids after one of a list was shown or hidden. */
export function toggleOne(id: string, hidden: ReadonlySet<string>): Set<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}
