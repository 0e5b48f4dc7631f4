import type { CallSort } from '@mailcall/contract/calls.ts';
import { type StoryPeriod, storyPeriods } from '@mailcall/contract/rules/mailing-story.ts';
import { type SortDirection, sortDirections } from '@mailcall/contract/rules/paging.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { type Side, sides } from '@mailcall/contract/designs.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Address, textOf } from '../../platform/address.ts';
import { paths } from '../../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of history entries that opened a mailing and navigated in it; closing goes back over all. */
    mailingSteps?: number | undefined;
  }
}

export const drawerTabs = ['results', 'details', 'design', 'map', 'calls'] as const;
export type DrawerTab = (typeof drawerTabs)[number];

export const drawerCallSorts = ['callDateTime', 'callType', 'callDuration'] as const satisfies CallSort[];
export type DrawerCallSort = (typeof drawerCallSorts)[number];

export const drawerPageSizes = [10, 15, 30, 50] as const;

export interface DrawerState {
  /** Null for the mailing's first tab. */
  tab: DrawerTab | null;
  /** Display of calls in Results; null for the window's default. */
  resultsPer: StoryPeriod | null;
  preview: Side | null;
  callId: string | null;
  /** Days to which the Calls tab is limited, with all outcomes; null for any day. */
  callDays: Partial<DateRange> | null;
  sort: DrawerCallSort;
  dir: SortDirection;
  /** Rows per page after View All; null for only the first rows. */
  pageSize: number | null;
  page: number;
}

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

/** Order after pressing a heading: another column ascending, the same one reversed. */
export function callsSortedBy(
  { sort, dir }: Pick<DrawerState, 'sort' | 'dir'>,
  pressed: DrawerCallSort,
): Pick<DrawerState, 'sort' | 'dir'> {
  return { sort: pressed, dir: sort === pressed && dir === 'asc' ? 'desc' : 'asc' };
}

export function withoutDrawer(address: Address): Address {
  const left = new Set<string>(drawerNames);
  return Object.fromEntries(Object.entries(address).filter(([name]) => !left.has(name)));
}

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

/** Changes the drawer by a history entry that Back undoes; closing undoes all of them. */
export function useChangeDrawer(): (patch: Address, options?: { playAtOnce?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { playAtOnce } = {}) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, ...patch }),
        resetScroll: false,
        state: ({ mailingSteps }) => ({
          // without steps the drawer was the first page, so there is no list to return to
          mailingSteps: mailingSteps === undefined ? undefined : mailingSteps + 1,
          playAtOnce,
        }),
      }),
    [navigate],
  );
}

export const callsOfDays = ({ startDate, endDate }: Partial<DateRange>): Address => ({
  panel: 'calls',
  call: undefined,
  callFrom: startDate,
  callTo: endDate,
  callPage: undefined,
});

/** Closes the drawer: back to the list, or to a new list if the drawer was the first page. */
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
