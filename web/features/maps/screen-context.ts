import type { MailingArea, MapOffice, ZonePerformance } from '@mailcall/contract/maps.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { createContext, useContext } from 'react';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { DrawnParts } from './drawn-parts.ts';
import type { MapPart } from './map-model.ts';
import type { MapTarget } from './map-target.ts';
import type { MapsState, Shading } from './maps-address.ts';
import type { ColoredShade } from './shading.ts';
import type { ShownHousehold } from './shown-households.ts';
import type { Colors } from './use-colors.ts';
import type { ChangeMaps } from './use-maps-state.ts';

export interface MapScreen extends DrawnParts {
  areas: readonly MailingArea[];
  parts: readonly MapPart[];
  offices: readonly MapOffice[];
  changeShown: (next: (before: DrawnParts) => Partial<MapsState>) => void;
  isLoading: boolean;
  households: readonly ShownHousehold[];
  areHouseholdsLoading: boolean;
  /** Account of a shown patient list; undefined while unknown. */
  accountOfList: (listId: string) => string | undefined;
  state: MapsState;
  change: ChangeMaps;
  colors: Colors;
  wording: Wording;
  /** Results per thousand pieces by shape key; null while not requested or loading. */
  performance: ReadonlyMap<string, ZonePerformance> | null;
  /** Shades of the zones; null while they have their own colors. */
  shades: { by: Shading; scale: readonly ColoredShade[] } | null;
  /** Opens an info box, next to a point of the map if given; null closes it. */
  open: (target: MapTarget | null, at?: Coordinates) => void;
}

export const ScreenContext = createContext<MapScreen | null>(null);

/** @throws outside the map screen */
export function useMapScreen(): MapScreen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('This is not on the map screen.');
  return screen;
}
