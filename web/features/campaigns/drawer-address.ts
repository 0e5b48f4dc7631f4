import { type CallSort, sortDirections, type SortDirection } from '@mailcall/contract/calls.ts';
import { type Side, sides } from '@mailcall/contract/designs.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Address, textOf } from '../../platform/address.ts';
import { paths } from '../../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many steps of this history opened a mailing and went on within it: closing undoes them all. */
    mailingSteps?: number | undefined;
  }
}

/** The tabs of a mailing's drawer. */
export const drawerTabs = ['details', 'design', 'map', 'calls'] as const;
export type DrawerTab = (typeof drawerTabs)[number];

/** What the calls of a mailing are sorted by. */
export const drawerCallSorts = ['callDateTime', 'campaignType', 'callDuration'] as const;
export type DrawerCallSort = Exclude<CallSort, 'answeredBy'> | 'campaignType';

/** Rows a page when all calls are shown. */
export const drawerPageSizes = [10, 15, 30, 50] as const;

/** A mailing's drawer as the page's address says it. */
export interface DrawerState {
  tab: DrawerTab;
  /** The face shown on the whole screen; null when none is. */
  preview: Side | null;
  /** The call whose details stand in the Calls tab; null for the list. */
  callId: string | null;
  sort: DrawerCallSort;
  dir: SortDirection;
  /** Null while only the first rows are shown; else the rows a page of all calls. */
  pageSize: number | null;
  page: number;
}

/** The drawer's names in an address; they leave it when the drawer closes. */
const drawerNames = ['panel', 'preview', 'call', 'callSort', 'callDir', 'callRows', 'callPage'] as const;

/** Reads a mailing's drawer from an address; the calls stand newest first unless it says otherwise. */
export function drawerFromAddress(address: Address): DrawerState {
  const said = (name: (typeof drawerNames)[number]) => textOf(address[name]);
  const page = Number(said('callPage'));
  return {
    tab: drawerTabs.find((tab) => tab === said('panel')) ?? 'details',
    preview: sides.find((side) => side === said('preview')) ?? null,
    callId: said('call') ?? null,
    sort: drawerCallSorts.find((sort) => sort === said('callSort')) ?? 'callDateTime',
    dir: sortDirections.find((dir) => dir === said('callDir')) ?? 'desc',
    pageSize: drawerPageSizes.find((size) => String(size) === said('callRows')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

/** The calls' order after a heading was pressed: another column starts ascending, the same one turns. */
export function callsSortedBy(
  { sort, dir }: Pick<DrawerState, 'sort' | 'dir'>,
  pressed: DrawerCallSort,
): Pick<DrawerState, 'sort' | 'dir'> {
  return { sort: pressed, dir: sort === pressed && dir === 'asc' ? 'desc' : 'asc' };
}

/** The page's address without a drawer. */
export function withoutDrawer(address: Address): Address {
  const left = new Set<string>(drawerNames);
  return Object.fromEntries(Object.entries(address).filter(([name]) => !left.has(name)));
}

/** The address of a mailing's drawer over the page as it is. */
export function drawerLink(id: string, tab: DrawerTab) {
  return {
    to: paths.mailing(id),
    search: ((before: Address) => ({
      ...withoutDrawer(before),
      panel: tab === 'details' ? undefined : tab,
    })) as never,
    resetScroll: false,
    state: { mailingSteps: 1 },
  };
}

/** Changes what the drawer shows: a step that Back undoes, and that closing undoes with the others. */
export function useChangeDrawer(): (patch: Address, options?: { playAtOnce?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { playAtOnce } = {}) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, ...patch }),
        resetScroll: false,
        state: ({ mailingSteps }) => ({
          // a drawer that was the first page has no list behind it to go back to
          mailingSteps: mailingSteps === undefined ? undefined : mailingSteps + 1,
          playAtOnce,
        }),
      }),
    [navigate],
  );
}

/** Closes the drawer: back to the list as it was, or to the list when the drawer was the first page. */
export function useCloseDrawer(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  return useCallback(() => {
    const steps = router.state.location.state.mailingSteps;
    if (steps !== undefined) router.history.go(-steps);
    else {
      void navigate({
        to: paths.campaigns,
        search: (before: Address) => withoutDrawer(before),
        replace: true,
        resetScroll: false,
      });
    }
  }, [router, navigate]);
}
