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
import { call, CallFailed } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';

const key = ['views'] as const;

/** For how long a view is not loaded again, in milliseconds: it was listed, opened or saved just now. */
const justLoaded = 5000;

/** One view. It is what others changed meanwhile that is opened, not what this tab knew of it before. */
export const savedViewQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }): Promise<SavedView> => call(getSavedView, { params: { id } }, { signal }),
    staleTime: justLoaded,
    refetchOnMount: true,
  });

/** The views of the person and of their offices; loaded again whenever they are displayed, and each of them with the list. */
export const savedViewsQuery = queryOptions({
  queryKey: [...key, 'all'],
  queryFn: async ({ signal }): Promise<SavedView[]> => {
    const { records } = await call(listSavedViews, {}, { signal });
    for (const view of records) queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
    return records;
  },
  // what displays it stays mounted and is only enabled
  staleTime: 0,
  refetchOnMount: 'always',
});

/** What a request that failed says. */
export const failureText = (error: unknown): string =>
  error instanceof CallFailed
    ? (Object.values(error.problems ?? {})[0] ?? error.message)
    : 'This did not work. Please try again.';

/** Stops a list that is under way: it was read before a change, and would bring back what was before. */
const cancelList = () => queryClient.cancelQueries({ queryKey: savedViewsQuery.queryKey });

/** Displays a view as it is now, and has the list loaded again. */
async function keep(view: SavedView): Promise<SavedView> {
  await cancelList();
  queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
  void queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
  return view;
}

/** After a change that was refused: what others changed is displayed. */
async function loadAgain(error: unknown): Promise<never> {
  await queryClient.invalidateQueries({ queryKey: key });
  throw error;
}

/** Saves a screen as a view. @throws {CallFailed} with the server's message */
export const saveView = (body: NonNullable<RouteInput<typeof createSavedView>['body']>): Promise<SavedView> =>
  call(createSavedView, { body }).then(keep);

/** Changes a view. @throws {CallFailed} with the server's message */
export const changeView = (
  { id, revision }: SavedView,
  change: Omit<NonNullable<RouteInput<typeof changeSavedView>['body']>, 'revision'>,
): Promise<SavedView> =>
  call(changeSavedView, { params: { id }, body: { revision, ...change } }).then(keep, loadAgain);

/** Sets what the person alone gets of a view; what is absent stays. Another one is no start page any more. @throws {CallFailed} with the server's message */
export const saveSettings = (
  { id }: SavedView,
  body: NonNullable<RouteInput<typeof saveViewSettings>['body']>,
): Promise<SavedView> => call(saveViewSettings, { params: { id }, body }).then(keep, loadAgain);

/** Deletes a view. @throws {CallFailed} with the server's message */
export async function deleteView({ id }: SavedView): Promise<void> {
  await call(deleteSavedView, { params: { id } }).catch(loadAgain);
  await cancelList();
  queryClient.removeQueries({ queryKey: savedViewQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
}
