import { readPhone } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { emailSpellings } from '../../platform/email-spellings.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { RowsOfAccount } from './blank-rows.ts';
import { comparableNumber, removedPrefix } from '../ingest/index.ts';
import { likePatternsOf, type Marks } from './text-columns.ts';

export interface RequestedPerson {
  phone: string | null;
  email: string | null;
}

export interface FoundName {
  name: string | null;
  accountId: string;
  kind: 'call' | 'appointment' | 'patient';
  count: number;
}

export interface FoundPerson {
  calls: RowsOfAccount[];
  /** Appointments with their number or of their calls. */
  appointments: RowsOfAccount[];
  patients: RowsOfAccount[];
  /** Contacts with their email address. */
  contacts: { id: string; name: string; email: string; phone: string | null }[];
  /** Given number and address, and the contact's present and former addresses. */
  identifiers: Identifier[];
  ownNumbers: string[];
  /** Texts of these accounts can name them. */
  accountIds: string[];
  /** Their accounts and the accounts above, whose selection includes these. */
  accountIdsAbove: string[];
  /** Have a right to one of their accounts. */
  colleagueIds: string[];
  marks: Marks;
  names: FoundName[];
  /** Sentences; empty if only the person has the number. */
  sharedBy: string[];
}

export interface PersonCounts {
  calls: number;
  recordings: number;
  appointments: number;
  patients: number;
  contacts: number;
}

export function requestedPerson(options: {
  phone?: string | undefined;
  email?: string | undefined;
}): RequestedPerson {
  const { phone, email } = options;
  if (phone === undefined && email === undefined)
    throw new OperatorProblem('Name the person by --phone, by --email, or by both.');
  const number = phone === undefined ? null : readPhone(phone);
  // some phone services report one repeated digit for a withheld number
  const isOneDigit = number !== null && /^\+1?(\d)\1{9}$/.test(number);
  if (phone !== undefined && (number === null || isOneDigit))
    throw new OperatorProblem(`${phone} is not a whole phone number, such as +13035550110.`);
  const address = email?.trim().toLowerCase() ?? null;
  if (address !== null && !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new OperatorProblem(`${email} is not an email address.`);
  return { phone: number, email: address };
}

export interface Identifier {
  kind: 'phone' | 'email';
  value: string;
}

export const identifiersOf = ({ phone, email }: RequestedPerson): Identifier[] => [
  ...(phone === null ? [] : [{ kind: 'phone' as const, value: phone }]),
  ...(email === null ? [] : emailSpellings(email).map((value) => ({ kind: 'email' as const, value }))),
];

const byAccount = (rows: readonly { accountId: string; id: string }[]): RowsOfAccount[] =>
  [...Map.groupBy(rows, ({ accountId }) => accountId)]
    .map(([accountId, found]) => ({ accountId, ids: found.map(({ id }) => id) }))
    .sort((one, other) => (one.accountId < other.accountId ? -1 : 1));

const wordsOf = (name: string) => new Set<string>(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Drops names that are part of another: "Ann" and "Lee, Ann" can be the same person. */
function distinctNames(names: readonly string[]): string[] {
  const distinct: { name: string; words: Set<string> }[] = [];
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    const words = wordsOf(name);
    if (words.size > 0 && !distinct.some((longer) => [...words].every((word) => longer.words.has(word))))
      distinct.push({ name, words });
  }
  return distinct.map(({ name }) => name);
}

async function whoShares(
  database: Queryable,
  number: string | null,
  names: readonly string[],
  contactIds: readonly string[],
): Promise<string[]> {
  if (number === null) return [];
  const has = (column: string) => sql`${sql.raw(comparableNumber(column))} = ${number}`;
  const { rows } = await sql<{ reason: string }>`
    select 'It is of tracking line ' || id || ' of account ' || account_id || '.' as reason from tracking_lines
    where ${has('number')} or ${has('destination_number')}
    union all
    select 'Contact ' || name || ' (' || email || ') has it too, and is not erased.' from contacts
    where ${has('phone')} and not personal_data_removed and id <> all(${[...contactIds]}::text[])
    union all
    select 'Sales contact ' || name || ' has it too, and is not erased.' from sales_contacts where ${has('phone')}
    order by 1 limit 20`.execute(database);
  const distinct = distinctNames(names);
  return [
    ...rows.map(({ reason }) => reason),
    ...(distinct.length > 1 ? [`Several names have it: ${distinct.slice(0, 20).join(', ')}.`] : []),
  ];
}

/** SQL condition for any spelling. Digits rule out most rows. */
const hasNumber = (column: string, number: string | null) =>
  sql`${sql.ref(column)} like any(${likePatternsOf({ numbers: number === null ? [] : [number], emails: [], names: [] })}::text[])
    and ${sql.raw(comparableNumber(column))} = ${number}`;

/** Reads their own addresses, without addresses of other contacts. */
async function readOwnAddresses(
  database: Queryable,
  contactIds: readonly string[],
): Promise<{ emails: string[]; numbers: string[] }> {
  const ids = sql`any(${[...contactIds]}::text[])`;
  const { rows } = await sql<{ field: 'email' | 'phone'; value: string }>`
    with given as (
      select field, value from contacts
      cross join lateral (values ('email', email), ('phone', phone), ('email', feed ->> 'email'), ('phone', feed ->> 'phone')) own (field, value)
      where id = ${ids}
      union all
      select field, previous_value from contact_changes where contact_id = ${ids}
      union all
      select field, new_value from contact_changes where contact_id = ${ids}
      union all
      select field, value from pending_contact_changes where contact_id = ${ids})
    select distinct field, case field when 'email' then lower(trim(value)) else value end as value from given
    where value <> '' and not exists (
      select 1 from contacts other where other.id <> all(${[...contactIds]}::text[])
        and case field when 'email' then lower(other.email) = lower(trim(value)) else other.phone = value end)
    order by 1, 2`.execute(database);
  const valuesOf = (wanted: string) => rows.filter(({ field }) => field === wanted).map(({ value }) => value);
  return { emails: valuesOf('email'), numbers: valuesOf('phone') };
}

/** Reads the accounts with those above, and contacts linked to any. Includes deleted accounts, unlike `accountAndAbove`. */
async function readAbove(
  database: Queryable,
  accountIds: readonly string[],
): Promise<Pick<FoundPerson, 'accountIdsAbove' | 'colleagueIds'>> {
  const { rows: above } = await sql<{ id: string }>`
    with recursive above (id, parent_id) as (
      select id, parent_id from accounts where id = any(${[...accountIds]}::text[])
      union
      select accounts.id, accounts.parent_id from above join accounts on accounts.id = above.parent_id)
    select id from above order by id`.execute(database);
  const accountIdsAbove = above.map(({ id }) => id);
  const { rows: linked } = await sql<{ id: string }>`
    select distinct contact_id as id from contact_accounts where account_id = any(${accountIdsAbove}::text[])
    order by 1`.execute(database);
  return { accountIdsAbove, colleagueIds: linked.map(({ id }) => id) };
}

type NamedRow = { accountId: string; id: string; name: string | null };

const countNames = (kind: FoundName['kind'], rows: readonly NamedRow[]): FoundName[] =>
  [...Map.groupBy(rows, ({ accountId, name }) => JSON.stringify([accountId, name]))].map(([, same]) => ({
    name: same[0]?.name ?? null,
    accountId: same[0]?.accountId ?? '',
    kind,
    count: same.length,
  }));

/** A number finds no contact and an address no calls, because a contact's number is often the office's. */
export async function findPerson(
  database: Queryable,
  { phone, email }: RequestedPerson,
): Promise<FoundPerson> {
  const spellings = email === null ? [] : emailSpellings(email);
  const { rows: contacts } = await sql<FoundPerson['contacts'][number]>`
    select id, name, email, phone from contacts
    where not personal_data_removed and lower(email) = any(${spellings}::text[]) order by id`.execute(
    database,
  );
  const number = phone?.replace(/\D/g, '') ?? null;
  const fullName = sql`nullif(trim(concat_ws(' ', first_name, last_name)), '')`;
  const { rows: calls } = await sql<NamedRow>`
    with spellings as materialized (
      -- of the index: the table is twenty times as large
      select distinct account_id, caller_phone_number from calls where ${hasNumber('caller_phone_number', number)})
    select account_id as "accountId", id, nullif(trim(caller_name), '') as name
    from calls join spellings using (account_id, caller_phone_number) order by id`.execute(database);
  const { rows: appointments } = await sql<NamedRow>`
    select account_id as "accountId", id, ${fullName} as name from appointments
    where ${hasNumber('phone', number)} or call_id = any(${calls.map(({ id }) => id)}::text[]) order by id`.execute(
    database,
  );
  const { rows: patients } = await sql<NamedRow>`
    select account_id as "accountId", id, ${fullName} as name from patients
    where ${hasNumber('phone', number)}
      or exists (select 1 from unnest(other_phones) other (phone) where ${hasNumber('other.phone', number)}) order by id`.execute(
    database,
  );
  const named = [...contacts, ...calls, ...appointments, ...patients].flatMap(({ name }) => name ?? []);
  const contactIds = contacts.map(({ id }) => id);
  const own = await readOwnAddresses(database, contactIds);
  const emails = [...new Set([...spellings, ...own.emails])];
  const { rows: linked } = await sql<{ accountId: string }>`
    select account_id as "accountId" from contact_accounts
    where contact_id = any(${contactIds}::text[])`.execute(database);
  const owned = [...calls, ...appointments, ...patients, ...linked];
  const accountIds = [...new Set(owned.map(({ accountId }) => accountId))].sort();
  return {
    accountIds,
    ...(await readAbove(database, accountIds)),
    calls: byAccount(calls),
    appointments: byAccount(appointments),
    patients: byAccount(patients),
    contacts,
    identifiers: [
      ...identifiersOf({ phone, email: null }),
      ...emails.map((value) => ({ kind: 'email' as const, value })),
    ],
    ownNumbers: own.numbers,
    marks: {
      numbers: number === null ? [] : [number],
      emails,
      // a first name alone names others, too
      names: [...new Set(named.map((name) => name.trim()))].filter((name) => /\S\S\s+\S\S/.test(name)),
    },
    names: [
      ...countNames('call', calls),
      ...countNames('appointment', appointments),
      ...countNames('patient', patients),
    ],
    sharedBy: await whoShares(database, number, named, contactIds),
  };
}

const countRows = (rows: readonly RowsOfAccount[]) => rows.reduce((sum, { ids }) => sum + ids.length, 0);

export async function countPerson(database: Queryable, found: FoundPerson): Promise<PersonCounts> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calls where has_audio and audio not like ${`${removedPrefix}%`}
      and id = any(${found.calls.flatMap(({ ids }) => ids)}::text[])`.execute(database);
  return {
    calls: countRows(found.calls),
    recordings: rows[0]?.count ?? 0,
    appointments: countRows(found.appointments),
    patients: countRows(found.patients),
    contacts: found.contacts.length,
  };
}
