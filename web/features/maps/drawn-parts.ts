import type { MailingArea } from '@mailcall/contract/maps.ts';
import type { MapsState } from './maps-address.ts';

export interface DrawnParts {
  /** Selected area, the first by default; null without any. */
  area: MailingArea | null;
  /** Ids of drawn areas and zones; by default in the selected area. */
  shown: ReadonlySet<string>;
}

export function drawnParts(
  state: Pick<MapsState, 'area' | 'shown'>,
  areas: readonly MailingArea[],
): DrawnParts {
  const area = areas.find(({ id }) => id === state.area) ?? areas[0] ?? null;
  if (state.shown !== null && state.shown !== 'all') return { area, shown: state.shown };
  const drawn = state.shown === 'all' ? areas : area ? [area] : [];
  return { area, shown: new Set(drawn.map(({ id }) => id)) };
}
