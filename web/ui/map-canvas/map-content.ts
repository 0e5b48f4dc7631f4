import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import type { Coordinates } from './route-shapes.ts';

export interface MapShape {
  id: string;
  name: string;
  /** '#rrggbb'. */
  color: string;
  shape: ZoneShape;
}

export interface MapOffice {
  id: string;
  name: string;
  /** '#rrggbb'. */
  color: string;
  location: Coordinates;
  /** Whether the location is only the center of its ZIP code. */
  isApproximate: boolean;
}

export interface MapContent {
  title: string;
  description: string;
  shapes: readonly MapShape[];
  offices: readonly MapOffice[];
  /** Opacity of the shapes, 0 to 1. Default: 0.4. */
  opacity?: number;
  /** Called after an office was dragged; without it, offices stay where they are. */
  onMove?: (location: Coordinates) => void;
  /** Shapes of these ids stand out; a press on a shape names its id. The page also offers the choice without the map. */
  choice?: { chosen: readonly string[]; onPress: (id: string) => void };
}
