import qs from 'qs';
import { z } from 'zod';
import { thousands } from '../rules/rates.ts';

/** How many values one query may hold: ten thousand accounts and some room. */
const largestQuery = 20_000;

/** Writes a query the way both sides read it: lists as `name[]=a&name[]=b`, nested names as `filters[name]`. */
export function encodeQuery(query: object | undefined): string {
  return qs.stringify(query ?? {}, { arrayFormat: 'brackets', encodeValuesOnly: true, skipNulls: true });
}

/**
 * Reads a query: lists repeat or use brackets, `filters` is nested, `accounts` is another name for `accountIds`
 * (spec 2 §7). Numbers and booleans stay text; the schemas read them.
 */
export function decodeQuery(text: string): Record<string, unknown> {
  const { accounts, ...query } = qs.parse(text, {
    depth: 4,
    arrayLimit: largestQuery,
    parameterLimit: largestQuery,
    plainObjects: false,
    allowPrototypes: false,
  });
  return accounts === undefined || 'accountIds' in query
    ? { accounts, ...query }
    : { ...query, accountIds: accounts };
}

/** A list in a query: absent, one value or several; always read as a list. `most` is how many items it may have. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, items = 'values') =>
  z.preprocess(
    (value) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]),
    z.array(item).max(most, `Use at most ${thousands(most)} ${items}.`),
  );

/** A field that is accepted and ignored, whatever it holds. */
export const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional()
  .describe('Accepted and ignored.');

/** A yes or no in a query: 1, 0, true or false. */
export const flag = z.preprocess(
  (value) =>
    value === 1 || value === '1' || value === 'true'
      ? true
      : value === 0 || value === '0' || value === 'false'
        ? false
        : value,
  z.boolean({ error: 'Use 1, 0, true or false.' }),
);

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z
  .string({ error: 'Use a date as YYYY-MM-DD.' })
  .max(10, { error: 'Use a date as YYYY-MM-DD.', abort: true })
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date as YYYY-MM-DD.')
  .refine((text) => {
    const date = new Date(`${text}T00:00:00.000Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  }, 'There is no such date.');

/** A whole number in a query, within bounds. */
export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `Use a whole number from ${from} to ${to}.` })
    .int(`Use a whole number from ${from} to ${to}.`)
    .min(from, `Use a whole number from ${from} to ${to}.`)
    .max(to, `Use a whole number from ${from} to ${to}.`);
