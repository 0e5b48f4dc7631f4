import { useComputedColorScheme } from '@mantine/core';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useRef, useState } from 'react';
import { baseMap } from './base-map.ts';
import { type MapCanvasProps, MapLoading, MapMissing } from './map-canvas.tsx';
import classes from './map-canvas.module.css';
import { MapDrawing } from './map-drawing.ts';
import { withShapes } from './map-style.ts';

/** A map that can be moved by pointer, touch and keys. `aria-busy` until all of it is drawn. */
export function DrawnMap({ title, description, shapes, offices, opacity = 0.4 }: MapCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [drawing, setDrawing] = useState<MapDrawing | null>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');

  useEffect(() => {
    if (!place.current) return undefined;
    try {
      const made = new MapDrawing(place.current, title, {
        drawn: () => setState('drawn'),
        failed: () => setState('failed'),
      });
      setDrawing(made);
      return () => made.remove();
    } catch {
      // no WebGL here
      setState('failed');
      return undefined;
    }
  }, [title]);

  useEffect(() => drawing?.look(shapes, offices), [drawing, shapes, offices]);

  useEffect(() => {
    if (!drawing) return undefined;
    let late = false;
    baseMap(scheme)
      .then((base) => {
        if (!late) drawing.draw(withShapes(base, shapes, { scheme, opacity }));
      })
      .catch(() => setState('failed'));
    return () => {
      late = true;
    };
  }, [drawing, scheme, shapes, opacity]);

  if (state === 'failed') return <MapMissing />;
  return (
    <figure className={classes.figure} aria-label={description} aria-busy={state === 'loading'}>
      <div ref={place} className={classes.map} data-scheme={scheme} />
      {state === 'loading' && <MapLoading />}
    </figure>
  );
}
