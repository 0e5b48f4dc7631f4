import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import type { Coordinates } from './route-shapes.ts';

/** Carrier routes in one color. */
export interface MapShape {
  id: string;
  name: string;
  /** '#rrggbb'. */
  color: string;
  shape: ZoneShape;
}

/** A marker. */
export interface MapOffice {
  id: string;
  name: string;
  /** '#rrggbb'. */
  color: string;
  location: Coordinates;
}

/** What a map displays, on the canvas and in its table. */
export interface MapContent {
  /** What the map is of, in a few words. */
  title: string;
  /** What it displays, in a sentence, for people who cannot see it. */
  description: string;
  shapes: readonly MapShape[];
  offices: readonly MapOffice[];
  /** How much of a shape's color covers the map, 0 to 1; 0.4 by default. */
  opacity?: number;
}
