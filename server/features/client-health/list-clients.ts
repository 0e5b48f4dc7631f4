import type { ClientHealth } from '@mailcall/contract/client-health.ts';
import { clientNeeds, comparableMissedRate } from '@mailcall/contract/rules/client-health.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators, type Viewer } from '../identity/index.ts';
import { teamAccounts } from '../team/index.ts';
import { knowsSignIns, readSignInsSince } from './count-clients.ts';

type ListDependencies = Pick<Dependencies, 'database'> & { environment: Pick<Environment, 'identityIssuer'> };

interface StoredRow {
  accountId: string;
  lastSignInAt: Date | null;
  firstCountedAt: Date | null;
  overdueCallbacks: number;
  calls: number;
  unscored: number;
  missed: number;
  opportunities: number;
  callsBefore: number;
  unscoredBefore: number;
  missedBefore: number;
  opportunitiesBefore: number;
  silentMailings: number;
  openDisputes: number;
  countedAt: Date;
}

const found = (viewer: Pick<Viewer, 'team'>, query: string | undefined): RawBuilder<unknown> => sql`
  client_health join accounts on accounts.id = client_health.account_id and not accounts.deleted
  where ${teamAccounts(viewer, 'client_health.account_id')}
    and ${textMatches(query, [inText(sql`accounts.name`)]) ?? sql`true`}`;

function present(
  row: StoredRow,
  accountName: string,
  { signInsKnown, signedIn }: { signInsKnown: boolean; signedIn: number | undefined },
): ClientHealth {
  const { accountId, overdueCallbacks, silentMailings, openDisputes, countedAt } = row;
  const { calls, unscored, missed, opportunities } = row;
  const recent = { calls, unscored, missed, opportunities };
  const before = {
    calls: row.callsBefore,
    unscored: row.unscoredBefore,
    missed: row.missedBefore,
    opportunities: row.opportunitiesBefore,
  };
  const lastSignIn = signedIn ?? row.lastSignInAt?.getTime() ?? null;
  const firstCounted = row.firstCountedAt?.getTime() ?? null;
  const figures = {
    lastSignIn,
    firstCounted,
    overdueCallbacks,
    recent,
    before,
    silentMailings,
    openDisputes,
  };
  const { points, reasons } = clientNeeds(figures, { now: countedAt.getTime(), signInsKnown });
  return {
    accountId,
    accountName,
    points,
    reasons: reasons.map(({ kind, sentence }) => ({ kind, sentence })),
    lastSignInAt: lastSignIn === null ? null : new Date(lastSignIn).toISOString(),
    overdueCallbacks,
    calls,
    scoredCalls: calls - unscored,
    missedRate: comparableMissedRate(recent),
    missedRateBefore: comparableMissedRate(before),
    silentMailings,
    openDisputes,
    countedAt: countedAt.toISOString(),
  };
}

/** Most urgent at the last count first, then by name, with the sign-ins since. Offices that were not counted yet are left out. */
export async function readClients(
  { database, environment }: ListDependencies,
  viewer: Pick<Viewer, 'team'>,
  query: string | undefined,
  page: PageRequest,
): Promise<ClientHealth[]> {
  const { rows } = await sql<StoredRow>`
    select client_health.account_id as "accountId", last_sign_in_at as "lastSignInAt",
      first_counted_at as "firstCountedAt", overdue_callbacks as "overdueCallbacks",
      calls, unscored, missed, opportunities, calls_before as "callsBefore", unscored_before as "unscoredBefore",
      missed_before as "missedBefore", opportunities_before as "opportunitiesBefore", silent_mailings as "silentMailings",
      open_disputes as "openDisputes", counted_at as "countedAt"
    from ${found(viewer, query)}
    order by client_health.points desc, lower(accounts.name), client_health.account_id ${pageLimit(page)}`.execute(
    database.kysely,
  );
  const names = await accountNamesForOperators(
    database.kysely,
    rows.map(({ accountId }) => accountId),
  );
  const signInsKnown = knowsSignIns(environment);
  const [oldest] = rows.map(({ countedAt }) => countedAt).toSorted((a, b) => a.getTime() - b.getTime());
  const signIns = oldest && (await readSignInsSince(database.kysely, oldest));
  return rows.map((row) =>
    present(row, names.get(row.accountId) ?? row.accountId, {
      signInsKnown,
      signedIn: signIns?.get(row.accountId),
    }),
  );
}

export async function countFound(
  database: Queryable,
  viewer: Pick<Viewer, 'team'>,
  query: string | undefined,
): Promise<{ total: number; countedAt: Date | null }> {
  const { rows } = await sql<{ total: number; countedAt: Date | null }>`
    select cast(count(*) as integer) as total, min(client_health.counted_at) as "countedAt" from ${found(viewer, query)}`.execute(
    database,
  );
  return rows[0] ?? { total: 0, countedAt: null };
}
