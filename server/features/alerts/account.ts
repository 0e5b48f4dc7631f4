import type { DayMode } from '@mailcall/contract/time/days.ts';
import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { Logger } from '../../platform/log.ts';
import { accountNamesFor } from '../identity/index.ts';
import type { Brand } from '../brands/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { UnsubscribeLinks } from './unsubscribe.ts';

export interface AlertDependencies {
  database: Database;
  clock: Clock;
  log: Logger;
  environment: Pick<Environment, 'idleTime' | 'dayMode'>;
  outbox: Outbox;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
}

export interface AlertAccount extends AccountLabels {
  id: string;
  timeZone: string;
}

export interface WriteContext extends Pick<AlertDependencies, 'outbox' | 'unsubscribeLinks'> {
  brand: Brand;
  /** Seconds, as configured for sessions. */
  idleTime: number;
  dayMode: DayMode;
  account: AlertAccount;
  /** Account name by receiver's contact id. */
  accountNames: ReadonlyMap<string, string>;
  now: Date;
}

/** Null if the account was removed. */
export async function alertAccountOf(database: Queryable, accountId: string): Promise<AlertAccount | null> {
  const { rows } = await sql<AlertAccount>`
    select id, time_zone as "timeZone", client_label as "clientLabel", business_label as "businessLabel", industry
    from accounts where id = ${accountId} and not deleted`.execute(database);
  return rows[0] ?? null;
}

export const contextOf = async (
  transaction: Queryable,
  { outbox, unsubscribeLinks, environment }: AlertDependencies,
  {
    account,
    receivers,
    now,
  }: { account: AlertAccount; receivers: readonly { contactId: string }[]; now: Date },
): Promise<WriteContext> => ({
  outbox,
  unsubscribeLinks,
  brand: await outbox.brands.of(transaction, { accountId: account.id }),
  idleTime: environment.idleTime,
  dayMode: environment.dayMode,
  account,
  accountNames: await accountNamesFor(
    transaction,
    account.id,
    receivers.map(({ contactId }) => contactId),
  ),
  now,
});
