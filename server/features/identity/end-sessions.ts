import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { contactByEmail } from './contacts.ts';
import { removePasskeysOf } from './passkeys.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import { endPendingSignIns } from './second-step.ts';
import { endSessionsWhere } from './sessions.ts';

export interface EndedSessions {
  contactId: string;
  email: string;
  ended: number;
  removedPasskeys: number;
}

/**
 * Also removes passkeys and forgets browsers. @throws {OperatorProblem} for an unknown email, or if an external issuer keeps the sessions
 */
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
