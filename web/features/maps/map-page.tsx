import { useComputedColorScheme } from '@mantine/core';
import type { listPatientLists } from '@mailcall/contract/patient-lists.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { config } from '../../platform/config.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { MapUnavailable } from '../../ui/map-canvas/map-placeholders.tsx';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { useMobile } from '../../ui/screen-width.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWording } from '../accounts/index.ts';
import { HouseholdsDownload, PatientListsPanel, patientListsQuery } from '../patient-lists/index.ts';
import { ScopeBar, type ScopeState, useScope } from '../scope/index.ts';
import { areasQuery, performanceQuery } from './api.ts';
import { displayedAreas, partsOf } from './map-model.ts';
import classes from './map-page.module.css';
import { MapTables } from './map-tables.tsx';
import { type MapTarget, targetText } from './map-target.ts';
import { Marks, MarksContext } from './marks.ts';
import { PanelSection } from './panel-parts.tsx';
import { type MapScreen, ScreenContext } from './screen-context.ts';
import { shadeScale } from './shade-scale.ts';
import { useShownHouseholds } from './shown-households.ts';
import { SidePanel } from './side-panel.tsx';
import { useColors } from './use-colors.ts';
import { performanceByKey, useMapContent, useShapes } from './use-map-content.ts';
import { useMapsState } from './use-maps-state.ts';

// the map library is large: the lists are there before it
const MapStage = lazy(() =>
  import('./map-stage.tsx').then(
    (module) => ({ default: module.MapStage }),
    () => ({ default: MapUnavailable as unknown as never }),
  ),
);

/** The page of /maps: offices, mailing areas and patient lists on a map, beside lists and above tables of the same. */
export function MapPage() {
  const scope = useScope();
  const isUnavailable = useMobile() && !config().provider.mapsOnPhones;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Map IQ" />
        <ScopeBar />
      </div>
      {isUnavailable ? (
        <EmptyCard text="Map IQ is not available on phones. Open it in a wider window." />
      ) : scope.accountIds.length === 0 ? (
        <EmptyCard text={messages.noAccountsSelected} />
      ) : (
        <Screen key={JSON.stringify(scope.scope.accountIds)} scope={scope} />
      )}
    </div>
  );
}

/** The screen of some accounts. */
function Screen({ scope }: { scope: ScopeState }) {
  const { state, change } = useMapsState();
  const areas = useQuery(areasQuery(scope.query));
  const { screen, shapes, households, pressedAt } = useScreen(scope, areas.data, { state, change });
  const [marks] = useState(() => new Marks());
  const content = useMapContent(screen, shapes.shapes);
  if (areas.isError) return <Failed error={areas.error} onRetry={() => void areas.refetch()} />;
  const failed = shapes.error ? shapes : households.error ? households : null;
  return (
    <ScreenContext value={screen}>
      <MarksContext value={marks}>
        <div className={classes.screen}>
          <SidePanel
            patientLists={
              <PanelSection title="Patient Lists">
                <PatientListsPanel
                  accounts={scope.query}
                  visibleIds={state.lists}
                  onVisibleChange={(lists) => change({ lists })}
                />
              </PanelSection>
            }
          />
          <div className={classes.main}>
            {failed?.error && <Failed error={failed.error} onRetry={() => void failed.retry()} />}
            <div className={classes.map}>
              <Suspense fallback={null}>
                <MapStage
                  content={content}
                  loading={areas.isPending || shapes.isLoading || households.isLoading}
                  pressedAt={pressedAt}
                />
              </Suspense>
            </div>
            <MapTables download={<HouseholdsDownload accounts={scope.query} visibleIds={state.lists} />} />
          </div>
        </div>
      </MarksContext>
    </ScreenContext>
  );
}

/** What the parts of the screen share, and what is still being loaded. */
function useScreen(
  scope: ScopeState,
  data: Parameters<typeof useShapes>[0],
  { state, change }: ReturnType<typeof useMapsState>,
) {
  const scheme = useComputedColorScheme('light');
  const wording = useWording();
  const colors = useColors();
  const areas = useMemo(() => displayedAreas(data?.records ?? []), [data]);
  const parts = useMemo(() => partsOf(areas), [areas]);
  const shapes = useShapes(data, parts, scope.query);
  const lists = useQuery(patientListsQuery(scope.query)).data;
  const shownLists = useMemo(() => knownLists(state.lists, lists), [state.lists, lists]);
  const households = useShownHouseholds(shownLists);
  const accountOfList = useCallback(
    (id: string) => lists?.records.find((list) => list.id === id)?.accountId,
    [lists],
  );
  const results = useQuery(
    performanceQuery(scope.query, state.shading !== null || state.table === 'zones'),
  ).data;
  const performance = useMemo(() => results && performanceByKey(results.records), [results]);
  const { open, pressedAt } = useOpen(state, change);
  const { shading } = state;
  const area = areas.find(({ id }) => id === state.area) ?? areas[0] ?? null;
  const shown = useMemo(() => {
    if (state.shown instanceof Set) return state.shown as ReadonlySet<string>;
    return new Set((state.shown === 'all' ? areas : area ? [area] : []).map(({ id }) => id));
  }, [state.shown, areas, area]);
  const screen = useMemo<MapScreen>(
    () => ({
      areas,
      parts,
      offices: data?.meta.locations ?? [],
      area,
      shown,
      households: households.households,
      accountOfList,
      state,
      change,
      colors,
      wording,
      performance: performance ?? null,
      shades:
        shading && performance
          ? { by: shading, scale: shadeScale(performance.values(), shading, scheme) }
          : null,
      open,
    }),
    [
      areas,
      parts,
      area,
      shown,
      data,
      households.households,
      accountOfList,
      state,
      change,
      colors,
      wording,
      performance,
      shading,
      scheme,
      open,
    ],
  );
  return { screen, shapes, households, pressedAt };
}

/** The ids of an address that are lists of the accounts: a list may be gone. */
const knownLists = (ids: readonly string[], lists: RouteReply<typeof listPatientLists> | undefined) =>
  ids.filter((id) => lists?.records.some((list) => list.id === id));

/** Opens the info box of something, and knows where on the map that was pressed. */
function useOpen(state: MapScreen['state'], change: MapScreen['change']) {
  const [pressed, setPressed] = useState<{ text: string; at: Coordinates } | null>(null);
  const open = useCallback(
    (target: MapTarget | null, at?: Coordinates) => {
      setPressed(target && at ? { text: targetText(target), at } : null);
      change({ open: target });
    },
    [change],
  );
  const openText = state.open && targetText(state.open);
  return { open, pressedAt: pressed?.text === openText ? (pressed?.at ?? null) : null };
}
