import type { CallSort } from '@mailcall/contract/calls.ts';
import { type StoryPeriod, storyPeriods } from '@mailcall/contract/rules/mailing-story.ts';
import { sortDirections, type SortDirection } from '@mailcall/contract/rules/sort-direction.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { type Side, sides } from '@mailcall/contract/designs.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Address, textOf } from '../../platform/address.ts';
import { paths } from '../../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries opened a mailing and navigated within it: closing goes back over all of them. */
    mailingSteps?: number | undefined;
  }
}

/** The tabs of a mailing's drawer, of which some mailings have only some. */
export const drawerTabs = ['results', 'details', 'design', 'map', 'calls'] as const;
export type DrawerTab = (typeof drawerTabs)[number];

/** The fields that the calls of a mailing can be sorted by. */
export const drawerCallSorts = ['callDateTime', 'campaignType', 'callDuration'] as const;
export type DrawerCallSort = Exclude<CallSort, 'answeredBy'> | 'campaignType';

/** Page sizes when all calls are displayed. */
export const drawerPageSizes = [10, 15, 30, 50] as const;

/** The state of a mailing's drawer, as the page's address holds it. */
export interface DrawerState {
  /** Null for the first one that the mailing has. */
  tab: DrawerTab | null;
  /** How the Results tab shows calls; null for what suits the window. */
  resultsPer: StoryPeriod | null;
  /** The face displayed in full screen; null when there is none. */
  preview: Side | null;
  /** The call whose details the Calls tab displays; null for the list. */
  callId: string | null;
  /** Days whose calls alone the Calls tab lists, all of them, whatever came of them; null for any day. */
  callDays: Partial<DateRange> | null;
  sort: DrawerCallSort;
  dir: SortDirection;
  /** Rows per page when all calls are displayed; null while only the first ones are. */
  pageSize: number | null;
  page: number;
}

/** The drawer's parameters in an address, removed when the drawer closes. */
const drawerNames = [
  'panel',
  'resultsPer',
  'preview',
  'call',
  'callFrom',
  'callTo',
  'callSort',
  'callDir',
  'callRows',
  'callPage',
] as const;

const dayAt = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Reads the state of a mailing's drawer from an address; the calls are sorted newest first by default. */
export function drawerFromAddress(address: Address): DrawerState {
  const textAt = (name: (typeof drawerNames)[number]) => textOf(address[name]);
  const page = Number(textAt('callPage'));
  const [startDate, endDate] = [dayAt(textAt('callFrom')), dayAt(textAt('callTo'))];
  return {
    tab: drawerTabs.find((tab) => tab === textAt('panel')) ?? null,
    resultsPer: storyPeriods.find((period) => period === textAt('resultsPer')) ?? null,
    preview: sides.find((side) => side === textAt('preview')) ?? null,
    callId: textAt('call') ?? null,
    callDays:
      startDate === undefined && endDate === undefined
        ? null
        : { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) },
    sort: drawerCallSorts.find((sort) => sort === textAt('callSort')) ?? 'callDateTime',
    dir: sortDirections.find((dir) => dir === textAt('callDir')) ?? 'desc',
    pageSize: drawerPageSizes.find((size) => String(size) === textAt('callRows')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

/** The calls' order after a heading is pressed: another column starts ascending, the same one is reversed. */
export function callsSortedBy(
  { sort, dir }: Pick<DrawerState, 'sort' | 'dir'>,
  pressed: DrawerCallSort,
): Pick<DrawerState, 'sort' | 'dir'> {
  return { sort: pressed, dir: sort === pressed && dir === 'asc' ? 'desc' : 'asc' };
}

/** The page's address without the drawer's parameters. */
export function withoutDrawer(address: Address): Address {
  const left = new Set<string>(drawerNames);
  return Object.fromEntries(Object.entries(address).filter(([name]) => !left.has(name)));
}

/** A link that opens a mailing's drawer over the current page, at its first tab or at another one. */
export function drawerLink(id: string, tab: DrawerTab | null) {
  return {
    to: paths.mailing(id),
    search: ((before: Address) => ({
      ...withoutDrawer(before),
      panel: tab ?? undefined,
    })) as never,
    resetScroll: false,
    state: { mailingSteps: 1 },
  };
}

/** Changes what the drawer shows: a history entry that Back undoes, and that closing undoes with the others. */
export function useChangeDrawer(): (patch: Address, options?: { playAtOnce?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { playAtOnce } = {}) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, ...patch }),
        resetScroll: false,
        state: ({ mailingSteps }) => ({
          // without steps the drawer was the first page, so there is no list to go back to
          mailingSteps: mailingSteps === undefined ? undefined : mailingSteps + 1,
          playAtOnce,
        }),
      }),
    [navigate],
  );
}

/** The address of the Calls tab with all calls of some days, for {@link useChangeDrawer}. */
export const callsOfDays = ({ startDate, endDate }: Partial<DateRange>): Address => ({
  panel: 'calls',
  call: undefined,
  callFrom: startDate,
  callTo: endDate,
  callPage: undefined,
});

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
