import { numberOfAddress } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface CalledLine {
  account_id: string;
  id: string;
}

/** Includes the country; ten digits without a plus are a North American number. */
const digitsOf = (text: string) => {
  const number = numberOfAddress(text);
  const digits = number.replace(/\D/g, '');
  return digits.length === 10 && !/^\s*\+/.test(number) ? `1${digits}` : digits;
};

type FoundLine = CalledLine & { status: string };

/** Lines by digits of their numbers. */
async function linesOf(
  database: Queryable,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, FoundLine[]>> {
  const wanted = [...new Set(numbers.map(digitsOf).filter((digits) => digits.length >= 7))];
  const { rows } = await sql<FoundLine & { digits: string }>`
    select account_id, id, status, digits
    from tracking_lines
      cross join lateral (select regexp_replace(number, '\\D', '', 'g') as plain) written
      cross join lateral (select case when length(plain) = 10 and number !~ '^\\s*\\+' then '1' || plain else plain end as digits) whole
    where not deleted and digits = any(${wanted}::text[])`.execute(database);
  return Map.groupBy(rows, ({ digits }) => digits);
}

/** Accounts that have a line with the number, in any spelling. */
export async function accountsOfNumbers(
  database: Queryable,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const lines = await linesOf(database, numbers);
  return new Map(
    numbers.map((number) => [
      number,
      new Set((lines.get(digitsOf(number)) ?? []).map(({ account_id: accountId }) => accountId)),
    ]),
  );
}

/** For each number, in any spelling, the active line or the only one; otherwise a reason that completes "The call …". */
export async function findCalledLines(
  database: Queryable,
  numbers: readonly string[],
  /** Whether the number can be a line of the account; any by default. */
  isOffice: (number: string, accountId: string) => boolean = () => true,
): Promise<ReadonlyMap<string, CalledLine | string>> {
  const byDigits = await linesOf(database, numbers);
  return new Map(
    numbers.map((number): [string, CalledLine | string] => {
      const all = byDigits.get(digitsOf(number)) ?? [];
      const same = all.filter(({ account_id: accountId }) => isOffice(number, accountId));
      const active = same.filter(({ status }) => status === 'Active');
      const [line, ...others] = active.length > 0 ? active : same;
      if (!line) return [number, all.length > 0 ? otherOffice : 'was to a number of no tracking line'];
      // any of several could be another office's
      if (others.length > 0) return [number, 'was to a number of several tracking lines'];
      return [number, { account_id: line.account_id, id: line.id }];
    }),
  );
}

export const otherOffice = 'was to a number of another office than that of its company';
