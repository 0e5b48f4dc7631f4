import type { ZoneShape } from '@mailcall/contract/mailings.ts';
import { Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ChartOrTable } from '../chart-or-table.tsx';
import classes from './map-canvas.module.css';
import type { Place } from './route-shapes.ts';
import { RouteTable } from './route-table.tsx';

/** Carrier routes in a colour. */
export interface MapShape {
  id: string;
  name: string;
  /** '#rrggbb'. */
  colour: string;
  shape: ZoneShape;
}

/** A marker. */
export interface MapOffice {
  id: string;
  name: string;
  /** '#rrggbb'. */
  colour: string;
  place: Place;
}

export interface MapCanvasProps {
  /** What the map is of, in a few words. */
  title: string;
  /** What it shows, in a sentence: for those who do not see it. */
  description: string;
  shapes: readonly MapShape[];
  offices: readonly MapOffice[];
  /** How much of a shape's colour covers the map, 0 to 1; 0.4 unless given. */
  opacity?: number;
}

/** Stands where a map is not there yet. */
export function MapLoading() {
  return (
    <Text className={classes.instead ?? ''} role="status">
      Loading Map...
    </Text>
  );
}

/** Stands where a map cannot be drawn: its code did not come, or the browser cannot draw one. */
export function MapMissing() {
  return (
    <Text className={classes.instead ?? ''} c="dimmed" role="status">
      The map could not be drawn. The table says the same in words.
    </Text>
  );
}

// the map library is large: it comes when the first map does
const DrawnMap = lazy<ComponentType<MapCanvasProps>>(() =>
  import('./drawn-map.tsx').then(
    (module) => ({ default: module.DrawnMap }),
    () => ({ default: MapMissing }),
  ),
);

/** The map once it has been seen: a browser keeps few canvases of this kind alive at once. */
function SeenMap(props: MapCanvasProps) {
  const { ref, inViewport } = useInViewport();
  const [seen, setSeen] = useState(false);
  if (inViewport && !seen) setSeen(true);
  return (
    <div ref={ref} className={classes.frame}>
      {seen ? (
        <Suspense fallback={<MapLoading />}>
          <DrawnMap {...props} />
        </Suspense>
      ) : (
        <MapLoading />
      )}
    </div>
  );
}

/** Shapes and offices on a map, with a table of the same to choose instead. */
export function MapCanvas(props: MapCanvasProps) {
  return (
    <ChartOrTable
      title={props.title}
      sentence={props.description}
      drawing="Map"
      chart={<SeenMap {...props} />}
      table={<RouteTable {...props} />}
    />
  );
}
