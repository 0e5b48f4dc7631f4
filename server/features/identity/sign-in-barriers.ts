import type { SecondFactorLevel } from '@mailcall/contract/rules/second-factors.ts';
import type { SignInBarrier } from '@mailcall/contract/rules/sign-in-barriers.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Environment } from '../../platform/env.ts';
import { levelOf } from './signed-in.ts';

const always = (holds: boolean) => sql<SqlBool>`${sql.lit(holds)}`;

/** SQL of the ids of contacts who are primary at an office. */
export const primaryIds = sql`select linked.contact_id from contact_accounts linked
  join accounts held on held.id = linked.account_id and not held.deleted where linked.is_primary`;

const lacksSecondStep = (level: SecondFactorLevel | null): RawBuilder<SqlBool> =>
  level === null || level === 'operators'
    ? always(false)
    : sql<SqlBool>`(
        ${level === 'all' ? always(true) : sql`person.id in (${primaryIds})`}
        and person.password_by_mail
        and person.id not in (select contact_id from passkeys)
        and person.id not in (select contact_id from recovery_codes where used_at is null)
        and (person.phone is null or person.phone in (
          select phone from contacts where phone is not null and not deleted group by phone having count(*) > 1)))`;

const setupLinks = sql`select contact_id from one_time_codes where purpose in ('setup', 'invitation')`;

/** SQL of what keeps a `person`, a row of contacts, from signing in; null if nothing does. With an external issuer only what is known here. */
export function signInBarrier(
  environment: Pick<Environment, 'identityIssuer' | 'requireSecondFactor'>,
  { lockedIds, now }: { lockedIds: readonly string[]; now: Date },
): RawBuilder<SignInBarrier | null> {
  const noOffice = sql`when person.id not in (
    select linked.contact_id from contact_accounts linked join accounts held on held.id = linked.account_id and not held.deleted) then 'no office'`;
  if (environment.identityIssuer !== undefined) return sql`case ${noOffice} end`;
  return sql<SignInBarrier | null>`case
    ${noOffice}
    when lower(person.email) in (
      select lower(recipient) from outbox where channel = 'email' and recipient is not null
      group by lower(recipient)
      having max(written_at) filter (where abandoned_at is not null and sent_at is null)
        > coalesce(max(written_at) filter (where sent_at is not null), '-infinity')) then 'mail failed'
    when person.id = any(${[...lockedIds]}::text[]) then 'locked'
    when person.password_hash is null and person.id not in (select contact_id from sessions) then case
      when person.id in (${setupLinks} and used_at is null and replaced_at is null and expires_at > ${now}) then null
      when person.id in (${setupLinks}) then 'invitation expired'
      else 'not invited' end
    when ${lacksSecondStep(levelOf(environment))} then 'no second step'
  end`;
}
