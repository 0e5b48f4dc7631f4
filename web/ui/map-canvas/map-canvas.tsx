import { useInViewport } from '@mantine/hooks';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ChartOrTable } from '../chart-or-table.tsx';
import classes from './map-canvas.module.css';
import type { MapContent } from './map-content.ts';
import { MapLoading, MapUnavailable } from './map-placeholders.tsx';
import { RouteTable } from './route-table.tsx';

// large: loaded with the first map
const InteractiveMap = lazy<ComponentType<MapContent>>(() =>
  import('./interactive-map.tsx').then(
    (module) => ({ default: module.InteractiveMap }),
    () => ({ default: MapUnavailable }),
  ),
);

/** Creates the map when first scrolled into view; browsers keep only a few WebGL canvases. */
export function MapOnceInView(props: MapContent) {
  const { ref, inViewport } = useInViewport();
  const [wasInView, setWasInView] = useState(false);
  if (inViewport && !wasInView) setWasInView(true);
  return (
    <div ref={ref} className={classes.frame}>
      {wasInView ? (
        <Suspense fallback={<MapLoading />}>
          <InteractiveMap {...props} />
        </Suspense>
      ) : (
        <MapLoading />
      )}
    </div>
  );
}

export function MapCanvas(props: MapContent) {
  return (
    <ChartOrTable
      title={props.title}
      sentence={props.description}
      chartLabel="Map"
      chart={<MapOnceInView {...props} />}
      table={<RouteTable {...props} />}
    />
  );
}
