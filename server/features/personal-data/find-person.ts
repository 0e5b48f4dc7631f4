import { normalizePhone } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { RowsOfAccount } from './blank-rows.ts';
import { comparableNumber } from './removed.ts';

/** By what a person is looked for: one of both, or both. */
export interface RequestedPerson {
  phone: string | null;
  email: string | null;
}

/** The rows that are about a person. */
export interface FoundPerson {
  /** Calls from their number, by account. */
  calls: RowsOfAccount[];
  /** Appointments with their number on other calls, by account. */
  appointments: RowsOfAccount[];
  /** Rows of patient lists with their number, by account. */
  patients: RowsOfAccount[];
  /** Contacts with their e-mail address or number. */
  contacts: string[];
  /** Accounts in which texts can name them. */
  accountIds: string[];
  /** Texts that name them: numbers, e-mail addresses and full names. */
  marks: string[];
  /** Their e-mail addresses. */
  emails: string[];
}

/** How many rows are about a person. */
export interface PersonCounts {
  calls: number;
  recordings: number;
  appointments: number;
  patients: number;
  contacts: number;
}

/**
 * Reads by what a person is looked for.
 * @throws {OperatorProblem} for nothing, or a number or an address that is none
 */
export function requestedPerson(options: {
  phone?: string | undefined;
  email?: string | undefined;
}): RequestedPerson {
  const { phone, email } = options;
  if (phone === undefined && email === undefined)
    throw new OperatorProblem('Name the person by --phone, by --email, or by both.');
  const number = phone === undefined ? null : normalizePhone(phone);
  if (number !== null && number.replace(/\D/g, '').length < 7)
    throw new OperatorProblem(`${phone} is not a phone number, such as +13035550110.`);
  const address = email?.trim().toLowerCase() ?? null;
  if (address !== null && !/^\S+@\S+$/.test(address))
    throw new OperatorProblem(`${email} is not an e-mail address.`);
  return { phone: number, email: address };
}

const byAccount = (rows: readonly { accountId: string; id: string }[]): RowsOfAccount[] =>
  [...Map.groupBy(rows, ({ accountId }) => accountId)].map(([accountId, found]) => ({
    accountId,
    ids: found.map(({ id }) => id),
  }));

/** The ways in which a number is usually written. */
function spellings(number: string): string[] {
  const digits = number.replace(/\D/g, '');
  const [area, exchange, line] = [digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)];
  const own =
    digits.length >= 10
      ? [`(${area}) ${exchange}-${line}`, `${area}-${exchange}-${line}`, `${area}.${exchange}.${line}`]
      : [];
  return [digits.slice(-10), ...own];
}

/** Finds what the record has about a person. Call lines, such as those of a company, can have several people. */
export async function findPerson(
  database: Queryable,
  { phone, email }: RequestedPerson,
): Promise<FoundPerson> {
  const contacts = await sql<{ id: string; email: string; phone: string | null; name: string }>`
    select id, email, phone, name from contacts
    where not personal_data_removed and (lower(email) = ${email} or ${sql.raw(comparableNumber('phone'))} = ${comparable(phone)})
    order by id`.execute(database);
  const numbers = [
    ...new Set(
      [phone, ...contacts.rows.map((row) => row.phone)].flatMap((number) => comparable(number) ?? []),
    ),
  ];
  const withNumber = (column: string) => sql`${sql.raw(comparableNumber(column))} = any(${numbers}::text[])`;
  const calls = await sql<{ accountId: string; id: string; names: (string | null)[] }>`
    select account_id as "accountId", id, array[caller_name, caller_id_name] as names from calls
    where ${withNumber('caller_phone_number')} order by id`.execute(database);
  const appointments = await sql<{ accountId: string; id: string; names: (string | null)[] }>`
    select account_id as "accountId", id, array[first_name || ' ' || last_name] as names from appointments
    where ${withNumber('phone')} or call_id = any(${calls.rows.map(({ id }) => id)}::text[]) order by id`.execute(
    database,
  );
  const patients = await sql<{ accountId: string; id: string; names: (string | null)[] }>`
    select account_id as "accountId", id, array[first_name || ' ' || last_name] as names from patients
    where ${withNumber('phone')} order by id`.execute(database);
  const names = [
    ...calls.rows,
    ...appointments.rows,
    ...patients.rows,
    ...contacts.rows.map(({ name }) => ({ names: [name] })),
  ]
    .flatMap((row) => row.names)
    // a first name alone names others too
    .filter((name) => name !== null && /\S+\s+\S+/.test(name.trim()))
    .map((name) => (name ?? '').trim());
  const emails = [
    ...new Set([...(email === null ? [] : [email]), ...contacts.rows.map((row) => row.email.toLowerCase())]),
  ];
  const linked = await sql<{ accountId: string }>`
    select account_id as "accountId" from contact_accounts
    where contact_id = any(${contacts.rows.map(({ id }) => id)}::text[])`.execute(database);
  const owned = [...calls.rows, ...appointments.rows, ...patients.rows, ...linked.rows];
  return {
    accountIds: [...new Set(owned.map(({ accountId }) => accountId))],
    calls: byAccount(calls.rows),
    appointments: byAccount(appointments.rows),
    patients: byAccount(patients.rows),
    contacts: contacts.rows.map(({ id }) => id),
    marks: [...new Set([...numbers.flatMap(spellings), ...emails, ...names])],
    emails,
  };
}

/** The part of a number that identifies it; null for none. */
function comparable(number: string | null): string | null {
  const digits = number?.replace(/\D/g, '') ?? '';
  return digits.length >= 7 ? digits.slice(-10) : null;
}

/** How many rows of a kind there are. */
const countRows = (rows: readonly RowsOfAccount[]) => rows.reduce((sum, { ids }) => sum + ids.length, 0);

/** Counts what was found. */
export async function countPerson(database: Queryable, found: FoundPerson): Promise<PersonCounts> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calls where has_audio and audio not like 'removed/%'
      and id = any(${found.calls.flatMap(({ ids }) => ids)}::text[])`.execute(database);
  return {
    calls: countRows(found.calls),
    recordings: rows[0]?.count ?? 0,
    appointments: countRows(found.appointments),
    patients: countRows(found.patients),
    contacts: found.contacts.length,
  };
}
