import { useComputedColorScheme } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useContext, useEffect, useRef } from 'react';
import canvasClasses from '../../ui/map-canvas/map-canvas.module.css';
import { MapUnavailable } from '../../ui/map-canvas/map-placeholders.tsx';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { boundsAround, locationOf, markedTargets, shownParts } from './map-model.ts';
import classes from './map-stage.module.css';
import { targetOf, targetText } from './map-target.ts';
import { type MapView, viewText } from './maps-address.ts';
import { MarksContext } from './marks.ts';
import type { OfficeMap, OfficeMapContent } from './office-map.ts';
import { OpenBox } from './open-box.tsx';
import { type MapScreen, useMapScreen } from './screen-context.ts';
import { ShadesLegend } from './shades-legend.tsx';
import { useOfficeMap } from './use-office-map.ts';

/** The closest zoom at which households are usually not in a cluster. */
const householdZoom = 13;
/** How long the map rests before its view is written into the address, in milliseconds. */
const viewDelay = 300;

/** What the map is about, for people who cannot see it. */
function descriptionOf({ style, offices, households }: OfficeMapContent): string {
  const counted = (count: number, one: string) => `${thousands(count)} ${one}${count === 1 ? '' : 's'}`;
  return `Map of ${counted(style.shown.length, 'mailing zone')}, ${counted(offices.length, 'office')} and ${counted(households.length, 'household')}`;
}

/** The map with its info box and legend. `aria-busy` until it is drawn completely. */
export function MapStage({
  content,
  loading,
  pressedAt,
}: {
  content: OfficeMapContent;
  /** What it shows is still being loaded. */
  loading: boolean;
  /** Where the open thing was pressed on the map; null when it was opened elsewhere. */
  pressedAt: Coordinates | null;
}) {
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const screen = useMapScreen();
  const marks = useContext(MarksContext);
  const writtenView = useWrittenView(screen);
  const { map, status, position } = useOfficeMap(container, content, {
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
      if (bounds) map?.fit(bounds);
      if (map) writtenView.write(map.view());
    },
  });
  useView(map, screen, loading, writtenView);
  useMarked(map, screen);
  useRevealed(map, screen, pressedAt);
  usePreviewed(map, screen);
  const isBusy = loading || status === 'loading';
  useEffect(() => map?.blur(isBusy), [map, isBusy]);
  if (status === 'failed') return <Unavailable />;
  return (
    <figure className={classes.figure} aria-label={descriptionOf(content)} aria-busy={isBusy}>
      <div ref={container} className={canvasClasses.map} data-scheme={scheme} />
      <ShadesLegend />
      {!loading && <OpenBox position={position} pressedAt={pressedAt} />}
      {isBusy && (
        <div className={classes.loading} role="status">
          Loading map...
        </div>
      )}
    </figure>
  );
}

/** Takes the place of a map that cannot be drawn; the open box is in the flow of the page. */
function Unavailable() {
  return (
    <div className={classes.unavailable}>
      <div className={classes.message}>
        <MapUnavailable />
      </div>
      <OpenBox position={null} pressedAt={null} />
    </div>
  );
}

/** Writes the view that a person moved the map to into the address, when the map rests. */
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
  /** Forgets a view that is not written yet: the map goes elsewhere by itself. */
  const cancel = () => window.clearTimeout(timer.current);
  return { write, cancel, last };
}

/** Fits the selected area into view, else centers the first office, unless the address says where the map is. */
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
      // the person has moved the map there
      if (view !== last.current) map.goTo(current.view);
      return;
    }
    latest.current.cancel();
    const bounds = boundsAround(shapes.filter((part) => part.area.id === fitted));
    if (bounds) map.fit(bounds);
    else map.center(all.flatMap((office) => locationOf(office) ?? [])[0] ?? null);
  }, [map, loading, view, fitted, last]);
}

/** Marks on the map what the pointer or the focus is on, and what is open. */
function useMarked(map: OfficeMap | null, { state: { open }, parts }: MapScreen): void {
  const marks = useContext(MarksContext);
  const openText = open && targetText(open);
  useEffect(() => {
    const apply = () => {
      const targets = [marks.current(), targetOf(openText ?? undefined)].flatMap((target) =>
        target ? markedTargets(target, parts) : [],
      );
      map?.mark(targets);
    };
    apply();
    return marks.subscribe(apply);
  }, [map, marks, parts, openText]);
}

/** Shows a previewed color of an area by the edges of its zones, and one of a zone by its fill. */
function usePreviewed(map: OfficeMap | null, { colors: { previewed }, parts }: MapScreen): void {
  useEffect(() => {
    if (!map) return;
    const { target, color } = previewed ?? {};
    const shapes = target && target.kind !== 'office' ? markedTargets(target, parts) : [];
    map.preview(
      shapes.map((shape) => ({
        target: shape,
        fill: shape.kind === target?.kind ? (color ?? null) : null,
        edge: target?.kind === 'area' ? (color ?? null) : null,
      })),
    );
  }, [map, previewed, parts]);
}

/** Moves what was opened in a table or in the side panel into view. */
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
    // the address says where the map is when the page opens
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (wasFirst || !current.open || current.pressedAt) return;
    const { kind, id } = current.open;
    if (kind === 'office') {
      const office = current.offices.find((one) => one.id === id);
      const at = office ? locationOf(office) : null;
      if (at) map.reveal(at);
    } else if (kind === 'household') {
      const household = current.households.find(({ key }) => key === id);
      if (household && household.lat !== null && household.lng !== null)
        map.reveal({ latitude: household.lat, longitude: household.lng }, householdZoom);
    } else {
      const shapes = current.parts.filter(({ target, area }) =>
        kind === 'area' ? area.id === id : targetText(target) === text,
      );
      const bounds = boundsAround(shapes);
      if (bounds) map.revealBounds(bounds);
    }
  }, [map, text]);
}
