import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { contactByEmail } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { recoveryCodesPrintedMail } from './mails.ts';
import { noticeLifetime } from './password-changed.ts';
import type { Outbox } from '../outbox/index.ts';

const count = 10;

/** 32 unambiguous characters, without I, L, O and U. */
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits in four groups of four. */
function makeCode(): string {
  const group = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Removes separators and corrects typical mistakes. */
const normalized = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');

const hashOf = (secret: Uint8Array, contactId: string, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(`recovery code\0${contactId}\0${normalized(code)}`)
    .digest();

/** Earlier codes stop working. @throws {OperatorProblem} for an unknown email address, or if an external issuer signs people in */
export async function makeRecoveryCodes(
  {
    database,
    clock,
    environment,
    outbox,
  }: {
    database: Database;
    clock: Clock;
    outbox: Outbox;
    environment: Pick<Environment, 'dataFolder' | 'identityIssuer'>;
  },
  email: string,
): Promise<{ contactId: string; email: string; codes: string[] }> {
  if (environment.identityIssuer !== undefined)
    throw new OperatorProblem(
      `People sign in at the issuer ${environment.identityIssuer}. Recover them there.`,
    );
  const startedAt = clock.now();
  const { id: contactId, email: known } = await contactByEmail(database.kysely, email);
  const secret = await openIdentitySecret(environment.dataFolder);
  const codes = Array.from({ length: count }, makeCode);
  await database.transaction(async (transaction) => {
    await transaction.deleteFrom('recovery_codes').where('contact_id', '=', contactId).execute();
    await transaction
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          code_hash: hashOf(secret, contactId, code),
          contact_id: contactId,
          created_at: startedAt,
        })),
      )
      .execute();
    // whoever runs the portal, or speaks for it, cannot take an account over unnoticed
    const brand = await outbox.brands.of(transaction, { contactId });
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: known,
      goodUntil: new Date(startedAt.getTime() + noticeLifetime),
      letter: recoveryCodesPrintedMail(brand.provider, count),
    });
    await recordCommandRun(
      { database: transaction, clock },
      { command: 'recovery-codes', startedAt, counts: { codes: count } },
    );
  });
  return { contactId, email: known, codes };
}

/** Returns how many are left; null if the code is unknown or used. */
export async function useRecoveryCode(
  transaction: Queryable,
  secret: Uint8Array,
  { contactId, code, now }: { contactId: string; code: string; now: Date },
): Promise<number | null> {
  const used = await sql`
    update recovery_codes set used_at = ${now}
    where code_hash = ${hashOf(secret, contactId, code)} and contact_id = ${contactId} and used_at is null
    returning 1`.execute(transaction);
  if (used.rows.length === 0) return null;
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where contact_id = ${contactId} and used_at is null`.execute(
    transaction,
  );
  return rows[0]?.left ?? 0;
}
