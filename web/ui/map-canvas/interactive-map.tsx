import { useComputedColorScheme } from '@mantine/core';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useRef, useState } from 'react';
import { baseMap } from './base-map.ts';
import classes from './map-canvas.module.css';
import type { MapContent, MapOffice } from './map-content.ts';
import { MapDrawing } from './map-drawing.ts';
import { MapLoading, MapUnavailable } from './map-placeholders.tsx';
import { opacityOfChoice, withShapes } from './map-style.ts';

/** An office that can be dragged leaves its name behind. */
const withoutNames: readonly MapOffice[] = [];

export function InteractiveMap({
  title,
  description,
  shapes,
  offices,
  opacity = 0.4,
  onMove,
  choice,
}: MapContent) {
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [drawing, setDrawing] = useState<MapDrawing | null>(null);
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  });
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');

  useEffect(() => {
    if (!container.current) return undefined;
    try {
      const created = new MapDrawing(container.current, title, {
        drawn: () => setState('drawn'),
        failed: () => setState('failed'),
        pressed: (id) => latest.current?.onPress(id),
      });
      setDrawing(created);
      return () => created.remove();
    } catch {
      // the browser has no WebGL
      setState('failed');
      return undefined;
    }
  }, [title]);

  useEffect(() => drawing?.fit(shapes, offices, onMove), [drawing, shapes, offices, onMove]);

  const named = onMove ? withoutNames : offices;
  useEffect(() => {
    if (!drawing) return undefined;
    let isOutdated = false;
    baseMap(scheme)
      .then((base) => {
        const chosen = latest.current?.chosen;
        const opacities = { scheme, opacity: chosen ? opacityOfChoice(chosen) : opacity };
        if (!isOutdated) drawing.draw(withShapes(base, { shapes, offices: named }, opacities));
      })
      .catch(() => setState('failed'));
    return () => {
      isOutdated = true;
    };
  }, [drawing, scheme, shapes, named, opacity]);

  const chosen = choice?.chosen;
  useEffect(() => {
    if (chosen) drawing?.choose(chosen);
  }, [drawing, chosen]);

  if (state === 'failed') return <MapUnavailable />;
  return (
    <figure className={classes.figure} aria-label={description} aria-busy={state === 'loading'}>
      <div ref={container} className={classes.map} data-scheme={scheme} />
      {state === 'loading' && <MapLoading />}
    </figure>
  );
}
