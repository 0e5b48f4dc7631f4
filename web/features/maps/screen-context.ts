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

/** What the parts of the map screen share. */
export interface MapScreen extends DrawnParts {
  /** The displayed areas. */
  areas: readonly MailingArea[];
  parts: readonly MapPart[];
  offices: readonly MapOffice[];
  /** Changes what is drawn, given what is drawn before. */
  changeShown: (next: (before: DrawnParts) => Partial<MapsState>) => void;
  /** The areas and offices are not known yet. */
  isLoading: boolean;
  /** The households of the shown patient lists. */
  households: readonly ShownHousehold[];
  /** Some of these lists are not known yet. */
  areHouseholdsLoading: boolean;
  /** The id of the account of a shown patient list; undefined while it is not known. */
  accountOfList: (listId: string) => string | undefined;
  state: MapsState;
  change: ChangeMaps;
  colors: Colors;
  wording: Wording;
  /** The results per thousand pieces by the key of the shape; null while they are not requested or not known. */
  performance: ReadonlyMap<string, ZonePerformance> | null;
  /** The shades of the zones; null while they have their own colors. */
  shades: { by: Shading; scale: readonly ColoredShade[] } | null;
  /** Opens the info box of something, next to a point of the map if it is named; null closes it. */
  open: (target: MapTarget | null, at?: Coordinates) => void;
}

/** The screen of the surrounding page. */
export const ScreenContext = createContext<MapScreen | null>(null);

/** What the parts of the map screen share. Throws outside the screen. */
export function useMapScreen(): MapScreen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('This is not on the map screen.');
  return screen;
}
