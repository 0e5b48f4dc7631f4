import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { contactByEmail } from './contacts.ts';
import { removePasskeysOf } from './passkeys.ts';
import { removePendingChanges } from './pending-changes.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import { endPendingSignIns } from './second-step.ts';
import { endSessionsOf, endSessionsWhere } from './sessions.ts';

/** Also ends codes, links, second steps, remembered browsers and waiting changes. Passwords and passkeys stay. Returns the number. */
export async function endSignIns(transaction: Queryable, contactId: string, now: Date): Promise<number> {
  await transaction.deleteFrom('one_time_codes').where('contact_id', '=', contactId).execute();
  await removePendingChanges(transaction, contactId);
  await forgetBrowsers(transaction, contactId);
  await endPendingSignIns(transaction, contactId);
  return endSessionsOf(transaction, contactId, 'ended by an operator', now);
}

export interface EndedSessions {
  contactId: string;
  email: string;
  ended: number;
  removedPasskeys: number;
}

/** Also removes passkeys and browsers. @throws {OperatorProblem} for an unknown email, or sessions of an external issuer */
export async function endSessionsByOperator(
  {
    database,
    clock,
    environment,
  }: { database: Database; clock: Clock; environment: Pick<Environment, 'identityIssuer'> },
  email: string,
): Promise<EndedSessions> {
  if (environment.identityIssuer !== undefined)
    throw new OperatorProblem(
      `The sessions are those of the issuer ${environment.identityIssuer}. End them there.`,
    );
  const startedAt = clock.now();
  const { id: contactId, email: known } = await contactByEmail(database.kysely, email);
  return database.transaction(async (transaction) => {
    const condition = sql<SqlBool>`contact_id = ${contactId} and expires_at > ${startedAt}`;
    const ended = await endSessionsWhere(transaction, condition, 'ended by an operator', startedAt);
    await forgetBrowsers(transaction, contactId);
    await endPendingSignIns(transaction, contactId);
    const removedPasskeys = await removePasskeysOf(transaction, contactId);
    await recordCommandRun(
      { database: transaction, clock },
      {
        command: 'sessions end',
        startedAt,
        counts: { sessions: ended, passkeys: removedPasskeys },
      },
    );
    return { contactId, email: known, ended, removedPasskeys };
  });
}
