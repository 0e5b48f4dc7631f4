import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { baseMap } from '../../ui/map-canvas/base-map.ts';
import { mapRequest } from './api.ts';
import type { MapPosition } from './info-box.tsx';
import type { OfficeMapContent } from './map-drawing.ts';
import { OfficeMap, type OfficeMapEvents } from './office-map.ts';

export type MapActions = Pick<OfficeMapEvents, 'hovered' | 'pressed' | 'moved' | 'fitPressed'>;

export interface ShownMap {
  map: OfficeMap | null;
  /** `drawn`: everything requested so far. */
  status: 'loading' | 'drawn' | 'failed';
  isIncomplete: boolean;
  retryShapes: () => void;
  position: MapPosition | null;
}

export function useOfficeMap(
  container: RefObject<HTMLDivElement | null>,
  content: OfficeMapContent,
  actions: MapActions,
): ShownMap {
  const scheme = useComputedColorScheme('light');
  const [map, setMap] = useState<OfficeMap | null>(null);
  const [status, setStatus] = useState<ShownMap['status']>('loading');
  const [isIncomplete, setIncomplete] = useState(false);
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
          shapesMissing: () => setIncomplete(true),
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
        pixelOf: (point) => created.camera.pixelOf(point),
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
      .catch((error: unknown) => {
        if (isOutdated) return;
        console.warn('The base map could not be loaded.', error);
        setStatus('failed');
      });
    return () => {
      isOutdated = true;
    };
  }, [map, scheme]);

  useEffect(() => map?.drawing.show(content), [map, content]);
  // a map that cannot draw keeps a canvas and a worker
  useEffect(() => {
    if (status === 'failed') map?.remove();
  }, [map, status]);
  const retryShapes = () => {
    setIncomplete(false);
    map?.drawing.requestShapesAgain();
  };
  return { map: status === 'failed' ? null : map, status, isIncomplete, retryShapes, position };
}
