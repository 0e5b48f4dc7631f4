/*
 * Saved views: screens with their filters under a name, shared in an office, or as the start page. Their links by mail.
 *   save-view, stored-view, visible-address    a view, without accounts that its reader may not see
 *   view-settings, view-mails                  who gets the link of a view, and when it is due
 *   view-emails, still-wanted                  stopping these mails; who may still have them
 * Tables: saved_views, saved_view_mails, start_pages.
 * Routes: /views and below, /start-page.
 * Tasks: a look each minute for mails that are due.
 */
import type { Provider } from '@mailcall/contract/provider.ts';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedView,
  getStartPage,
  listSavedViews,
  type SavedView,
  saveStartPage,
  saveViewSettings,
} from '@mailcall/contract/saved-views.ts';
import { type SqlBool, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { presentViews } from './present-view.ts';
import { changeView, createView, deleteView } from './save-view.ts';
import { readView, readViews, type StoredView } from './stored-view.ts';
import { chooseStartPage, opensToday, saveSettings } from './view-settings.ts';

export { presentViewAddress } from './still-wanted.ts';
export { SavedViewMails } from './view-mails.ts';
export { viewEmails } from './view-emails.ts';

async function present(database: Queryable, viewer: Viewer, view: StoredView): Promise<SavedView> {
  const [presented] = await presentViews(database, viewer, [view]);
  return presented as SavedView;
}

export function serveSavedViews(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    provider,
  }: Pick<Dependencies, 'database' | 'clock'> & { provider: Pick<Provider, 'startPage'> },
): void {
  const { kysely } = database;
  const read = async (viewer: Viewer, id: string) =>
    present(kysely, viewer, await readView(kysely, viewer, id));

  routes.serve(listSavedViews, async ({ viewer }) => ({
    records: await presentViews(kysely, viewer, await readViews(kysely, viewer)),
  }));

  routes.serve(getSavedView, ({ viewer, params }) => read(viewer, params.id));

  routes.serve(createSavedView, async ({ viewer, body }) => {
    const id = await database.transaction((transaction) =>
      createView(transaction, viewer, body, clock.now()),
    );
    return read(viewer, id);
  });

  routes.serve(changeSavedView, async ({ viewer, params: { id }, body: change }) => {
    await database.transaction((transaction) =>
      changeView(transaction, viewer, { id, change, at: clock.now() }),
    );
    return read(viewer, id);
  });

  routes.serve(deleteSavedView, async ({ viewer, params: { id } }) => {
    await database.transaction((transaction) => deleteView(transaction, viewer, { id, at: clock.now() }));
    return {};
  });

  routes.serve(saveViewSettings, async ({ viewer, params: { id }, body: settings }) => {
    await database.transaction((transaction) =>
      saveSettings(transaction, viewer, { id, settings, now: clock.now() }),
    );
    return read(viewer, id);
  });

  routes.serve(getStartPage, async ({ viewer }) => {
    const isStart = sql<SqlBool>`start_pages.view_id is not null`;
    const [view] = await presentViews(kysely, viewer, await readViews(kysely, viewer, isStart));
    if (view && !view.hasNoAccounts) return { view, today: false };
    return { view: null, today: await opensToday(kysely, viewer, provider) };
  });

  routes.serve(saveStartPage, async ({ viewer, body: { today } }) => {
    await chooseStartPage(kysely, viewer, today ? 'today' : 'campaigns');
    return {};
  });
}
