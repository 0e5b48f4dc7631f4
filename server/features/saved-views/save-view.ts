import { maxOwnViews, maxSharedViews, viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import {
  scopeOfView,
  type ViewAddress,
  viewAddressOf,
  viewAddressProblems,
  type ViewPath,
} from '@mailcall/contract/rules/view-address.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notAllowed, notPossible, notValid } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { type Viewer, accountNameAmong, currentAccount, readPrimaryAccounts } from '../identity/index.ts';
import { checkAccounts } from '../scope/index.ts';
import { mayChange } from './present-view.ts';
import { lockView, officesOf, type StoredView } from './stored-view.ts';
import { type Screen, visibleAddresses, withHidden } from './visible-address.ts';

interface Keeper {
  accountId: string;
  isShared: boolean;
}

/** @throws {Problem} 400 for accounts that are not the viewer's */
function checkedScreen(viewer: Viewer, { path, address }: Screen): Screen {
  const { accountIds } = scopeOfView(address);
  const named = accountIds === '*' || 'allExcept' in accountIds ? [] : accountIds;
  if (named.some((id) => !viewer.accountIds.has(currentAccount(viewer, id))))
    throw notValid({ 'address.accounts': viewMessages.otherAccounts });
  return { path, address: viewAddressOf(path, address) };
}

/** The first selected account by name, by whose clock the view is mailed. @throws {Problem} 422 for a person without accounts */
async function ownKeeper(database: Queryable, viewer: Viewer, { address }: Screen): Promise<Keeper> {
  const { accountIds } = scopeOfView(address);
  const named =
    accountIds === '*' || 'allExcept' in accountIds ? [] : accountIds.map((id) => currentAccount(viewer, id));
  const { rows } = await sql<{ id: string }>`
    select id from accounts where id = any(${officesOf(viewer)}) and not deleted
    order by id = any(${named}) desc, lower(name), id limit 1`.execute(database);
  const [first] = rows;
  if (!first) throw notPossible(viewMessages.noOffice);
  return { accountId: first.id, isShared: false };
}

/** @throws {Problem} 403 for an office that is not the viewer's, or that only a grant shows */
function checkOffice(viewer: Viewer, id: string): Keeper {
  const [accountId = id] = checkAccounts(viewer, { accountIds: [id] });
  if (viewer.grantedIds.has(accountId)) throw notAllowed();
  return { accountId, isShared: true };
}

/** Serializes added views until the transaction ends. @throws {Problem} 422 for a taken name, and for too many views */
async function checkRoom(
  transaction: Queryable,
  viewer: Viewer,
  {
    keeper: { accountId, isShared },
    ...view
  }: { keeper: Keeper; id: string | null; contactId: string; name: string; isAdded: boolean },
): Promise<void> {
  const keeper = isShared ? `shared ${accountId}` : `own ${view.contactId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${keeper}`}, 0))`.execute(
    transaction,
  );
  const beside = isShared
    ? sql`is_shared and account_id = ${accountId}`
    : sql`not is_shared and contact_id = ${view.contactId}`;
  const { rows } = await sql<{ count: number; taken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${view.name})), false) as taken
    from saved_views where ${beside} and id is distinct from ${view.id}::uuid`.execute(transaction);
  const { count = 0, taken = false } = rows[0] ?? {};
  const officeName = async () =>
    (await accountNameAmong(transaction, accountId, viewer.accountIds)) ?? accountId;
  if (taken) throw notPossible(viewMessages.sameName(isShared ? await officeName() : null));
  if (view.isAdded && count >= (isShared ? maxSharedViews : maxOwnViews))
    throw notPossible(isShared ? viewMessages.tooManyShared(await officeName()) : viewMessages.tooManyOwn);
}

/** Records changes only of views that an office sees. */
const record = (
  transaction: Queryable,
  action: 'share' | 'change' | 'stop sharing' | 'delete',
  { accountId, id, contactId, at }: { accountId: string; id: string; contactId: string; at: Date },
) => recordActivity(transaction, [{ accountId, contactId, action, subject: { kind: 'saved view', id }, at }]);

/** @throws {Problem} 400, 403 and 422 as the route says */
export async function createView(
  transaction: Queryable,
  viewer: Viewer,
  wanted: Screen & { name: string; accountId: string | null },
  at: Date,
): Promise<string> {
  const { contactId } = viewer;
  const { name } = wanted;
  const screen = checkedScreen(viewer, wanted);
  const keeper =
    wanted.accountId === null
      ? await ownKeeper(transaction, viewer, screen)
      : checkOffice(viewer, wanted.accountId);
  await checkRoom(transaction, viewer, { keeper, id: null, contactId, name, isAdded: true });
  const { id } = await transaction
    .insertInto('saved_views')
    .values({
      contact_id: contactId,
      account_id: keeper.accountId,
      is_shared: keeper.isShared,
      name,
      path: screen.path,
      address: JSON.stringify(screen.address),
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (keeper.isShared) await record(transaction, 'share', { accountId: keeper.accountId, id, contactId, at });
  return id;
}

/** @throws {Problem} 404, or 422 for others than its owner and primary contacts */
async function lockOwnView(transaction: Queryable, viewer: Viewer, id: string): Promise<StoredView> {
  const view = await lockView(transaction, viewer, id);
  const primary = new Set(await readPrimaryAccounts(transaction, viewer.contactId));
  if (!mayChange(view, viewer, primary)) throw notPossible(viewMessages.notYours);
  return view;
}

/** An absent field does not change. */
export interface ViewChange {
  revision: number;
  name?: string | undefined;
  path?: ViewPath | undefined;
  address?: ViewAddress | undefined;
  accountId?: string | null | undefined;
}

/** Keeps accounts and filters that the viewer does not see. @throws {Problem} 400 for others' accounts, and for too many in total */
async function changedScreen(
  transaction: Queryable,
  viewer: Viewer,
  { view, change: { path, address } }: { view: StoredView; change: ViewChange },
): Promise<Screen> {
  if (path === undefined || address === undefined) return view;
  const [visible] = await visibleAddresses(transaction, viewer, [view]);
  const screen = withHidden(checkedScreen(viewer, { path, address }), view, visible?.address ?? {});
  const tooMuch = viewAddressProblems(screen.path, screen.address).get('');
  if (tooMuch !== undefined) throw notValid({ address: tooMuch });
  return screen;
}

async function changedKeeper(
  transaction: Queryable,
  viewer: Viewer,
  { view, change, screen }: { view: StoredView; change: ViewChange; screen: Screen },
): Promise<Keeper> {
  const before: Keeper = view;
  const wanted =
    change.accountId === undefined ? (before.isShared ? before.accountId : null) : change.accountId;
  const isSame = before.isShared ? wanted === before.accountId : wanted === null;
  if (!isSame && view.contactId !== viewer.contactId) throw notPossible(viewMessages.onlyOwner);
  if (isSame && before.isShared) return before;
  return wanted === null ? ownKeeper(transaction, viewer, screen) : checkOffice(viewer, wanted);
}

/** @throws {Problem} 400, 403, 404 and 422 as the route says */
export async function changeView(
  transaction: Queryable,
  viewer: Viewer,
  { id, change, at }: { id: string; change: ViewChange; at: Date },
): Promise<void> {
  const view = await lockOwnView(transaction, viewer, id);
  if (view.revision !== change.revision) throw notPossible(viewMessages.changed);
  const screen = await changedScreen(transaction, viewer, { view, change });
  const keeper = await changedKeeper(transaction, viewer, { view, change, screen });
  const moves = keeper.isShared !== view.isShared || (keeper.isShared && keeper.accountId !== view.accountId);
  const name = change.name ?? view.name;
  await checkRoom(transaction, viewer, { keeper, id, contactId: view.contactId, name, isAdded: moves });
  await transaction
    .updateTable('saved_views')
    .set((row) => ({
      account_id: keeper.accountId,
      is_shared: keeper.isShared,
      name,
      path: screen.path,
      address: JSON.stringify(screen.address),
      changed_at: at,
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  const { contactId } = viewer;
  if (moves && view.isShared) {
    await record(transaction, 'stop sharing', { accountId: view.accountId, id, contactId, at });
    // others no longer see the view
    for (const table of ['saved_view_mails', 'start_pages'])
      await sql`delete from ${sql.table(table)} where view_id = ${id} and contact_id <> ${view.contactId}`.execute(
        transaction,
      );
  }
  if (keeper.isShared)
    await record(transaction, moves ? 'share' : 'change', { accountId: keeper.accountId, id, contactId, at });
}

/** @throws {Problem} 404 and 422, see the route */
export async function deleteView(
  transaction: Queryable,
  viewer: Viewer,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const view = await lockOwnView(transaction, viewer, id);
  for (const table of ['saved_view_mails', 'start_pages'])
    await sql`delete from ${sql.table(table)} where view_id = ${id}`.execute(transaction);
  await sql`delete from saved_views where id = ${id}`.execute(transaction);
  if (view.isShared)
    await record(transaction, 'delete', {
      accountId: view.accountId,
      id,
      contactId: viewer.contactId,
      at,
    });
}
