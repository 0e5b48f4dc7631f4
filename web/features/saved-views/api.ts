import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  type SavedView,
  saveViewSettings,
} from '@mailcall/contract/saved-views.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, explanationOf } from '../../platform/api.ts';
import { alwaysFresh, queryClient } from '../../platform/query-client.ts';

const key = ['views'] as const;

/** Milliseconds in which a listed, opened or saved view is not reloaded. */
const justLoaded = 5000;

export const savedViewQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }): Promise<SavedView> => call(getSavedView, { params: { id } }, { signal }),
    staleTime: justLoaded,
    refetchOnMount: true,
  });

/** Views of the user and their offices, reloaded whenever displayed, each view with the list. */
export const savedViewsQuery = queryOptions({
  queryKey: [...key, 'all'],
  queryFn: async ({ signal }): Promise<SavedView[]> => {
    const { records } = await call(listSavedViews, {}, { signal });
    for (const view of records) queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
    return records;
  },
  // its component stays mounted and is only enabled
  ...alwaysFresh,
});

export const failureText = (error: unknown): string =>
  explanationOf(error, 'This did not work. Please try again.');

/** Cancels a running list request, which would bring back the state before a change. */
const cancelList = () => queryClient.cancelQueries({ queryKey: savedViewsQuery.queryKey });

async function keep(view: SavedView): Promise<SavedView> {
  await cancelList();
  queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
  void queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
  return view;
}

/** Reloads after a refused change, to show what others changed. */
async function loadAgain(error: unknown): Promise<never> {
  await queryClient.invalidateQueries({ queryKey: key });
  throw error;
}

export const saveView = (body: NonNullable<RouteInput<typeof createSavedView>['body']>): Promise<SavedView> =>
  call(createSavedView, { body }).then(keep);

export const changeView = (
  { id, revision }: SavedView,
  change: Omit<NonNullable<RouteInput<typeof changeSavedView>['body']>, 'revision'>,
): Promise<SavedView> =>
  call(changeSavedView, { params: { id }, body: { revision, ...change } }).then(keep, loadAgain);

/** Absent settings stay. A new start page replaces the previous one. */
export const saveSettings = (
  { id }: SavedView,
  body: NonNullable<RouteInput<typeof saveViewSettings>['body']>,
): Promise<SavedView> => call(saveViewSettings, { params: { id }, body }).then(keep, loadAgain);

export async function deleteView({ id }: SavedView): Promise<void> {
  await call(deleteSavedView, { params: { id } }).catch(loadAgain);
  await cancelList();
  queryClient.removeQueries({ queryKey: savedViewQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
}
