import type { MailingArea } from '@mailcall/contract/maps.ts';
import type { MapsState } from './maps-address.ts';

/** The selected area and what is drawn. */
export interface DrawnParts {
  /** The selected area: the first one by default; null without any. */
  area: MailingArea | null;
  /** Ids of the areas and zones that are drawn: the selected area by default. */
  shown: ReadonlySet<string>;
}

/** What the state of the screen means for the displayed areas. */
export function drawnParts(
  state: Pick<MapsState, 'area' | 'shown'>,
  areas: readonly MailingArea[],
): DrawnParts {
  const area = areas.find(({ id }) => id === state.area) ?? areas[0] ?? null;
  if (state.shown !== null && state.shown !== 'all') return { area, shown: state.shown };
  const drawn = state.shown === 'all' ? areas : area ? [area] : [];
  return { area, shown: new Set(drawn.map(({ id }) => id)) };
}
