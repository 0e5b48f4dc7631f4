import { useComputedColorScheme } from '@mantine/core';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useContext, useEffect, useRef, useState } from 'react';
import { counted } from '@mailcall/contract/rules/rates.ts';
import canvasClasses from '../../ui/map-canvas/map-canvas.module.css';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import {
  boundsAround,
  firstView,
  locationOf,
  markedTargets,
  missingFromMap,
  shownParts,
} from './map-model.ts';
import classes from './map-stage.module.css';
import { targetOf, targetText } from './map-target.ts';
import { type MapView, viewText } from './maps-address.ts';
import { MarksContext } from './marks.ts';
import { MapIsLoading, MapMissing, NothingOnMap, ShapesMissing } from './map-missing.tsx';
import type { OfficeMapContent } from './map-drawing.ts';
import type { OfficeMap } from './office-map.ts';
import { OpenBox } from './open-box.tsx';
import { type MapScreen, useMapScreen } from './screen-context.ts';
import { ShadesLegend } from './shades-legend.tsx';
import { useOfficeMap } from './use-office-map.ts';

/** Zoom at which offices of neighboring towns are usually apart. */
const officeZoom = 8;
/** Zoom at which households are usually not clustered. */
const householdZoom = 13;
/** Milliseconds that the map rests before its view is written to the URL. */
const viewDelay = 300;

function descriptionOf({ style, offices, households }: OfficeMapContent): string {
  return `Map of ${counted(style.shown.length, 'mailing zone')}, ${counted(offices.length, 'office')} and ${counted(households.length, 'household')}`;
}

interface StageProps {
  content: OfficeMapContent;
  loading: boolean;
  /** Where the open target was pressed on the map; null if opened elsewhere. */
  pressedAt: Coordinates | null;
  onRetry: () => void;
}

/** Map with info box and legend. `aria-busy` until fully drawn. */
export function MapStage(props: StageProps) {
  const [attempt, setAttempt] = useState(0);
  return <Stage key={attempt} {...props} onRestart={() => setAttempt(attempt + 1)} />;
}

function Stage({
  content,
  loading,
  pressedAt,
  onRetry,
  onRestart,
}: StageProps & {
  onRestart: () => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const screen = useMapScreen();
  const marks = useContext(MarksContext);
  const writtenView = useWrittenView(screen);
  const { map, status, position, isIncomplete, retryShapes } = useOfficeMap(container, content, {
    hovered: marks.set,
    pressed: screen.open,
    moved: writtenView.write,
    fitPressed: () => {
      const bounds = boundsAround(
        shownParts(screen.parts, screen.shown),
        screen.offices.flatMap((office) =>
          screen.state.hidden.has(office.id) ? [] : (locationOf(office) ?? []),
        ),
      );
      if (bounds) map?.camera.fit(bounds);
      if (map) writtenView.write(map.camera.view());
    },
  });
  useView(map, screen, loading, writtenView);
  useMarked(map, screen);
  useRevealed(map, screen, pressedAt);
  useListInView(map, screen, loading, writtenView.write);
  usePreviewed(map, screen);
  const isBusy = loading || status === 'loading';
  useEffect(() => map?.blur(isBusy), [map, isBusy]);
  if (status === 'failed') return <MapMissing onRetry={onRestart} />;
  return (
    <figure className={classes.figure} aria-label={descriptionOf(content)} aria-busy={isBusy}>
      <div ref={container} className={canvasClasses.map} data-scheme={scheme} />
      <ShadesLegend />
      <OpenBox position={position} pressedAt={pressedAt} />
      {isIncomplete && (
        <ShapesMissing
          onRetry={() => {
            onRetry();
            retryShapes();
          }}
        />
      )}
      {!isBusy && content.households.length === 0 && <NothingOnMap missing={missingFromMap(screen)} />}
      {isBusy && <MapIsLoading />}
    </figure>
  );
}

function useWrittenView({ change }: MapScreen) {
  const timer = useRef<number | undefined>(undefined);
  const last = useRef<string | null>(null);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const write = (view: MapView) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      last.current = viewText(view);
      change({ view }, { replace: true });
    }, viewDelay);
  };
  const cancel = () => window.clearTimeout(timer.current);
  return { write, cancel, last };
}

function useView(
  map: OfficeMap | null,
  { state, area, parts, offices }: MapScreen,
  loading: boolean,
  { cancel, last }: ReturnType<typeof useWrittenView>,
): void {
  const view = state.view && viewText(state.view);
  const fitted = area?.id ?? null;
  const latest = useRef({ state, parts, offices, cancel });
  useEffect(() => {
    latest.current = { state, parts, offices, cancel };
  });
  useEffect(() => {
    if (!map || loading) return;
    const { state: current, parts: shapes, offices: all } = latest.current;
    if (current.view) {
      // the user has moved the map there
      if (view !== last.current) map.camera.goTo(current.view);
      return;
    }
    latest.current.cancel();
    const first = firstView(shapes, fitted, all);
    if (first && 'bounds' in first) map.camera.fit(first.bounds);
    else map.camera.center(first?.center ?? null);
  }, [map, loading, view, fitted, last]);
}

function useMarked(map: OfficeMap | null, { state: { open }, parts }: MapScreen): void {
  const marks = useContext(MarksContext);
  const openText = open && targetText(open);
  useEffect(() => {
    const apply = () => {
      const targets = [marks.current(), targetOf(openText ?? undefined)].flatMap((target) =>
        target ? markedTargets(target, parts) : [],
      );
      map?.drawing.mark(targets);
    };
    apply();
    return marks.subscribe(apply);
  }, [map, marks, parts, openText]);
}

function usePreviewed(map: OfficeMap | null, { colors: { previewed }, parts }: MapScreen): void {
  useEffect(() => {
    if (!map) return;
    const { target, color } = previewed ?? {};
    const shapes = target && target.kind !== 'office' ? markedTargets(target, parts) : [];
    map.drawing.preview(
      shapes.map((shape) => ({
        target: shape,
        fill: shape.kind === target?.kind ? (color ?? null) : null,
        edge: target?.kind === 'area' ? (color ?? null) : null,
      })),
    );
  }, [map, previewed, parts]);
}

/** Fits a newly shown patient list into view if none of its households is visible. */
function useListInView(
  map: OfficeMap | null,
  { households, state: { lists } }: MapScreen,
  loading: boolean,
  write: (view: MapView) => void,
): void {
  // on opening the page, the URL determines the view
  const known = useRef(new Set(lists));
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    for (const id of known.current) if (!lists.includes(id)) known.current.delete(id);
    const added = lists.filter((id) => !known.current.has(id));
    if (!map || loading || added.length === 0) return;
    for (const id of added) known.current.add(id);
    const points = households.flatMap(({ listId, at }) => (at && added.includes(listId) ? [at] : []));
    const bounds = boundsAround([], points);
    if (!bounds || points.some((at) => map.camera.shows(at))) return;
    map.camera.fit(bounds);
    latest.current(map.camera.view());
  }, [map, loading, lists, households]);
}

function useRevealed(
  map: OfficeMap | null,
  { state: { open }, households, offices, parts }: MapScreen,
  pressedAt: Coordinates | null,
): void {
  const text = open && targetText(open);
  const latest = useRef({ open, households, offices, parts, pressedAt });
  useEffect(() => {
    latest.current = { open, households, offices, parts, pressedAt };
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (!map) return;
    const current = latest.current;
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (wasFirst || !current.open || current.pressedAt) return;
    const { kind, id } = current.open;
    if (kind === 'office') {
      const office = current.offices.find((one) => one.id === id);
      const at = office ? locationOf(office) : null;
      if (at) map.camera.reveal(at, officeZoom);
    } else if (kind === 'household') {
      const at = current.households.find(({ key }) => key === id)?.at;
      if (at) map.camera.reveal(at, householdZoom);
    } else {
      const shapes = current.parts.filter(({ target, area }) =>
        kind === 'area' ? area.id === id : targetText(target) === text,
      );
      const bounds = boundsAround(shapes);
      if (bounds) map.camera.revealBounds(bounds);
    }
  }, [map, text]);
}
