import { useComputedColorScheme } from '@mantine/core';
import type { listPatientLists } from '@mailcall/contract/patient-lists.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useGuest } from '../session/index.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { IconListDetails } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { config } from '../../platform/config.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { useMobile } from '../../ui/screen-width.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useAccountName, useWording } from '../accounts/index.ts';
import { HouseholdsDownload, PatientListsPanel, patientListsQuery } from '../patient-lists/index.ts';
import { ScreenScope } from '../saved-views/index.ts';
import { scopeNames, type ScopeState, useScope } from '../scope/index.ts';
import { type Areas, areasQuery, performanceQuery } from './api.ts';
import { displayedAreas, partsOf } from './map-model.ts';
import { type DrawnParts, drawnParts } from './drawn-parts.ts';
import { MapIsLoading, MapMissing } from './map-missing.tsx';
import classes from './map-page.module.css';
import { MapTables } from './map-tables.tsx';
import { type MapTarget, targetText } from './map-target.ts';
import { Marks, MarksContext } from './marks.ts';
import { PanelSection } from './panel-parts.tsx';
import { type MapScreen, ScreenContext } from './screen-context.ts';
import { coloredShades } from './shading.ts';
import { useShownHouseholds } from './shown-households.ts';
import { SidePanel } from './side-panel.tsx';
import { useColors } from './use-colors.ts';
import { performanceByKey, useMapContent, useShapes } from './use-map-content.ts';
import { useMapsState } from './use-maps-state.ts';

// the map library is large, so the lists come first
const MapStage = lazy(() =>
  import('./map-stage.tsx').then(
    (module) => ({ default: module.MapStage }),
    (error: unknown) => {
      console.warn('The map could not be loaded.', error);
      return { default: MapNotLoaded as never };
    },
  ),
);

const MapNotLoaded = () => <MapMissing onRetry={() => window.location.reload()} />;

export function MapPage() {
  const scope = useScope();
  const isUnavailable = useMobile() && !config().provider.mapsOnPhones;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Map IQ" />
        <ScreenScope />
      </div>
      {isUnavailable ? (
        <>
          <EmptyCard text="Map IQ is not available on phones. Open it in a wider window." />
          <AreasLink />
        </>
      ) : scope.accountIds.length === 0 ? (
        <EmptyCard text={messages.noAccountsSelected} />
      ) : (
        <Screen key={JSON.stringify(scope.scope.accountIds)} scope={scope} />
      )}
    </div>
  );
}

const AreasLink = () => (
  <PageLink to={paths.areas} search={useAddressPart(scopeNames)} icon={IconListDetails}>
    Areas and zones
  </PageLink>
);

function Screen({ scope }: { scope: ScopeState }) {
  const guest = useGuest();
  const { state, change } = useMapsState();
  const areas = useQuery(areasQuery(scope.query));
  const { screen, shapes, households, results, pressedAt } = useScreen(scope, areas, { state, change });
  const [marks] = useState(() => new Marks());
  const content = useMapContent(screen, shapes.shapes);
  if (areas.isError && !areas.data)
    return <Failed error={areas.error} onRetry={() => void areas.refetch()} />;
  const failed = [shapes, households, results].find(({ error }) => error !== null);
  return (
    <ScreenContext value={screen}>
      <MarksContext value={marks}>
        <div className={classes.screen}>
          <SidePanel
            patientLists={
              guest ? null : (
                <PanelSection title="Patient Lists">
                  <PatientListsPanel
                    accounts={scope.query}
                    visibleIds={state.lists}
                    onShow={(id, isVisible, withTable) =>
                      change(({ lists, table }) => {
                        const others = lists.filter((list) => list !== id);
                        return {
                          lists: isVisible ? [...others, id] : others,
                          table: withTable ? 'households' : table,
                        };
                      })
                    }
                  />
                </PanelSection>
              )
            }
          />
          <div className={classes.main}>
            {failed?.error && <Failed error={failed.error} onRetry={failed.retry} />}
            <div className={classes.map}>
              <Suspense fallback={<MapIsLoading />}>
                <MapStage
                  content={content}
                  loading={areas.isPending || shapes.isLoading || households.isLoading}
                  pressedAt={pressedAt}
                  onRetry={() => void areas.refetch()}
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

function useScreen(
  scope: ScopeState,
  { data, isPending }: UseQueryResult<Areas>,
  { state, change }: ReturnType<typeof useMapsState>,
) {
  const scheme = useComputedColorScheme('light');
  const wording = useWording();
  const colors = useColors();
  const areas = useMemo(() => displayedAreas(data?.records ?? []), [data]);
  const parts = useMemo(() => partsOf(areas), [areas]);
  const nameOf = useAccountName();
  const offices = useMemo(
    () =>
      (data?.meta.locations ?? []).map((office) => ({
        ...office,
        name: nameOf({ accountId: office.id, accountName: office.name }),
      })),
    [data, nameOf],
  );
  const shapes = useShapes(data, parts, scope.query);
  const lists = useQuery(patientListsQuery(scope.query)).data;
  const shownLists = useMemo(() => knownLists(state.lists, lists), [state.lists, lists]);
  const households = useShownHouseholds(shownLists);
  const accountOfList = useCallback(
    (id: string) => lists?.records.find((list) => list.id === id)?.accountId,
    [lists],
  );
  const request = useQuery(performanceQuery(scope.query, state.shading !== null || state.table === 'zones'));
  const performance = useMemo(() => request.data && performanceByKey(request.data.records), [request.data]);
  const { open, pressedAt } = useOpen(state, change);
  const { shading } = state;
  const { area, shown } = useMemo(
    () => drawnParts({ area: state.area, shown: state.shown }, areas),
    [state.area, state.shown, areas],
  );
  const changeShown = useCallback(
    (next: (before: DrawnParts) => Partial<MapScreen['state']>) =>
      change((before) => next(drawnParts(before, areas))),
    [change, areas],
  );
  const screen = useMemo<MapScreen>(
    () => ({
      areas,
      parts,
      offices,
      area,
      shown,
      changeShown,
      isLoading: isPending,
      households: households.households,
      areHouseholdsLoading: households.isLoading,
      accountOfList,
      state,
      change,
      colors,
      wording,
      performance: performance ?? null,
      shades:
        shading && performance
          ? { by: shading, scale: coloredShades(performance.values(), shading, scheme) }
          : null,
      open,
    }),
    [
      areas,
      parts,
      area,
      shown,
      changeShown,
      isPending,
      offices,
      households.households,
      households.isLoading,
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
  const results = { error: request.error, retry: () => void request.refetch() };
  return { screen, shapes, households, results, pressedAt };
}

const knownLists = (ids: readonly string[], lists: RouteReply<typeof listPatientLists> | undefined) =>
  ids.filter((id) => lists?.records.some((list) => list.id === id));

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
