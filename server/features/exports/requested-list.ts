import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { countCallList } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope, dayZonesOf, type ScopeTime } from '../scope/index.ts';
import type { ExportedList } from './exported-list.ts';

export interface CountedList {
  accountIds: readonly string[];
  callCount: number;
  dayZones: readonly string[];
}

/** The viewer as a reader: a command ignores the accounts of a scoreboard grant, but the exported list can contain them. */
const asReader = (viewer: Viewer): Viewer => ({
  ...viewer,
  accountIds: new Set([...viewer.accountIds, ...viewer.grantedIds]),
});

const hasGrantedAccounts = ({ accountIds }: CheckedScope, { grantedIds }: Viewer) =>
  accountIds.some((id) => grantedIds.has(id));

/** Counts exportable calls. @throws {Problem} 403; 422 for granted accounts: the grant ends first, and the file would lack them */
export async function checkRequestedList(
  database: Queryable,
  viewer: Viewer,
  list: ExportedList,
  time: ScopeTime,
): Promise<CountedList> {
  const scope = await checkScope(database, asReader(viewer), list, time);
  // 422, because the web app answers a 403 by signing out
  if (hasGrantedAccounts(scope, viewer)) throw notPossible(messages.grantNotExported);
  const { accountIds } = scope;
  return {
    accountIds,
    callCount: await countCallList(database, scope, list),
    dayZones: await dayZonesOf(database, time.dayMode, accountIds),
  };
}
