import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { baseMap } from '../../ui/map-canvas/base-map.ts';
import { mapRequest } from './api.ts';
import type { MapPosition } from './info-box.tsx';
import { OfficeMap, type OfficeMapContent, type OfficeMapEvents } from './office-map.ts';

/** What the screen does about what the map reports. */
export type MapActions = Pick<OfficeMapEvents, 'hovered' | 'pressed' | 'moved' | 'fitPressed'>;

/** The map in a container, with its state. */
export interface ShownMap {
  map: OfficeMap | null;
  /** Whether everything that is requested so far is drawn, or nothing can be. */
  status: 'loading' | 'drawn' | 'failed';
  /** Null before there is a map. */
  position: MapPosition | null;
}

/** Creates the map in a container and keeps its content and its color scheme up to date. */
export function useOfficeMap(
  container: RefObject<HTMLDivElement | null>,
  content: OfficeMapContent,
  actions: MapActions,
): ShownMap {
  const scheme = useComputedColorScheme('light');
  const [map, setMap] = useState<OfficeMap | null>(null);
  const [status, setStatus] = useState<ShownMap['status']>('loading');
  const [position, setPosition] = useState<MapPosition | null>(null);
  const latest = useRef({ actions, content });
  useEffect(() => {
    latest.current = { actions, content };
  });

  useEffect(() => {
    if (!container.current) return undefined;
    const listeners = new Set<() => void>();
    try {
      const created = new OfficeMap(container.current, {
        title: 'Map of the offices and mailing areas',
        content: latest.current.content,
        request: mapRequest,
        on: {
          drawn: () => setStatus('drawn'),
          failed: () => setStatus('failed'),
          moving: () => {
            for (const listener of listeners) listener();
          },
          hovered: (target) => latest.current.actions.hovered(target),
          pressed: (target, at) => latest.current.actions.pressed(target, at),
          moved: (view) => latest.current.actions.moved(view),
          fitPressed: () => latest.current.actions.fitPressed(),
        },
      });
      setMap(created);
      setPosition({
        pixelOf: (point) => created.pixelOf(point),
        onMove: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      });
      return () => {
        setMap(null);
        created.remove();
      };
    } catch (error) {
      console.warn('The map could not be created.', error);
      setStatus('failed');
      return undefined;
    }
  }, [container]);

  useEffect(() => {
    if (!map) return undefined;
    let isOutdated = false;
    baseMap(scheme)
      .then((base) => {
        if (!isOutdated) map.setBase(base, scheme);
      })
      .catch(() => setStatus('failed'));
    return () => {
      isOutdated = true;
    };
  }, [map, scheme]);

  useEffect(() => map?.show(content), [map, content]);
  return { map, status, position };
}
