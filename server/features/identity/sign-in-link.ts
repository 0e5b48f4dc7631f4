import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { publicUrlOf } from '../brands/index.ts';
import { reachableContact } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { OneTimeCodes } from './one-time-codes.ts';

/** Limited access, valid five times; replaces an earlier one. @throws {OperatorProblem} if no contact has this email address */
export async function makeSignInLink(
  dependencies: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'dataFolder' | 'publicUrl' | 'brandOrigins' | 'signInLinkLifetime'>;
  },
  email: string,
): Promise<string> {
  const { database, clock, environment } = dependencies;
  const contact = await reachableContact(database.kysely, email);
  const codes = new OneTimeCodes(await openIdentitySecret(environment.dataFolder));
  const token = await database.transaction((transaction) =>
    codes.issue(
      transaction,
      {
        contactId: contact.id,
        purpose: 'sign-in link',
        channel: 'command line',
        lifetime: environment.signInLinkLifetime,
      },
      clock.now(),
    ),
  );
  const publicUrl = await publicUrlOf(database.kysely, environment, { contactId: contact.id });
  return `${publicUrl}/?${new URLSearchParams({ email: contact.email, token }).toString()}`;
}
