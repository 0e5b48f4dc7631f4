import { z } from 'zod';
import { thousands } from '../rules/rates.ts';

/** How many levels a name may have: `filters[deliveryWeek][gte]` has three. */
const mostLevels = 4;

/** How many different names a query may have; the routes know far fewer. */
const mostNames = 100;

/** A query that is not written as queries are: names the parameter, and the message says what would be right. */
export class MalformedQueryError extends Error {
  /** The parameter, as the query names it. */
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/**
 * Writes a query the way both sides read it: lists as `name[]=a&name[]=b`, nested names as `filters[name]`. What is
 * null, undefined or an empty list is left out.
 */
export function encodeQuery(query: object | undefined): string {
  const pairs: string[] = [];
  const write = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      pairs.push(`${name}=${encodeURIComponent(String(value).toWellFormed())}`);
    } else if (Array.isArray(value)) {
      for (const item of value) write(`${name}[]`, item);
    } else {
      for (const [inner, part] of Object.entries(value)) write(`${name}[${encodeURIComponent(inner)}]`, part);
    }
  };
  for (const [name, value] of Object.entries(query ?? {})) write(encodeURIComponent(name), value);
  return pairs.join('&');
}

/** A decoded query: texts, lists of texts and nested names. Without prototypes, for names are the client's. */
interface DecodedQuery {
  [name: string]: string | string[] | DecodedQuery;
}
const emptyQuery = () => Object.create(null) as DecodedQuery;

/** Counts the steps of a decoding: a character that is read in one of its stages, or a level that is looked up. */
export interface DecodeSteps {
  count: number;
}

/** Decodes one query; the work is linear in its length, whatever it holds. */
class QueryDecoder {
  readonly decoded = emptyQuery();
  readonly #steps: DecodeSteps;
  #names = 0;

  constructor(steps: DecodeSteps) {
    this.#steps = steps;
  }

  /** Adds `name=value`, as it is written in the query. */
  add(writtenName: string, writtenValue: string): void {
    const name = this.#unescaped(writtenName, writtenName);
    const { levels, isItem } = this.#levelsOf(name);
    this.#place(name, levels, isItem, this.#unescaped(writtenValue, name));
  }

  #unescaped(text: string, name: string): string {
    this.#steps.count += text.length;
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      throw new MalformedQueryError(name, 'Encode the text as UTF-8; a percent sign itself is written %25.');
    }
  }

  /** The levels of a name, and whether it is an item of a list: `filters[outcome][]` has two and is one. */
  #levelsOf(name: string): { levels: string[]; isItem: boolean } {
    this.#steps.count += name.length;
    const [, first = '', brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
    const inner = brackets === '' ? [] : brackets.slice(1, -1).split('][');
    const isItem = /^\d*$/.test(inner.at(-1) ?? 'none');
    const levels = [first, ...(isItem ? inner.slice(0, -1) : inner)];
    if (levels.includes(''))
      throw new MalformedQueryError(name, 'Write names as page, accountIds[] or filters[startDate].');
    if (levels.length > mostLevels)
      throw new MalformedQueryError(name, `Use at most ${mostLevels} levels of names.`);
    return { levels, isItem };
  }

  #place(name: string, levels: readonly string[], isItem: boolean, value: string): void {
    this.#steps.count += levels.length;
    const last = levels.at(-1) ?? name;
    let group = this.decoded;
    for (const level of levels.slice(0, -1)) group = this.#groupIn(group, level, name);
    const before = group[last];
    if (before === undefined) {
      this.#countName(name);
      group[last] = isItem ? [value] : value;
    } else if (Array.isArray(before)) before.push(value);
    else if (typeof before === 'string') group[last] = [before, value];
    else throw mixed(name);
  }

  #groupIn(outer: DecodedQuery, level: string, name: string): DecodedQuery {
    const known = outer[level];
    if (typeof known === 'string' || Array.isArray(known)) throw mixed(name);
    if (known) return known;
    this.#countName(name);
    const group = emptyQuery();
    outer[level] = group;
    return group;
  }

  #countName(name: string): void {
    this.#names += 1;
    if (this.#names > mostNames)
      throw new MalformedQueryError(name, `Use at most ${mostNames} different names in one query.`);
  }
}

const mixed = (name: string) =>
  new MalformedQueryError(name, 'Give this either values or names in brackets, not both.');

/**
 * Reads a query or a form: lists repeat their name or use brackets (`name[]`, `name[0]`; items stay in the order in
 * which they come), `filters` is nested, `accounts` is another name for `accountIds`. Numbers and booleans stay text;
 * the schemas read them.
 * @throws {MalformedQueryError} for what is not written so.
 */
export function decodeQuery(text: string, steps: DecodeSteps = { count: 0 }): Record<string, unknown> {
  const decoder = new QueryDecoder(steps);
  for (const pair of text.split('&')) {
    steps.count += pair.length;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals === -1) decoder.add(pair, '');
    else decoder.add(pair.slice(0, equals), pair.slice(equals + 1));
  }
  const { decoded } = decoder;
  if (decoded['accounts'] !== undefined && decoded['accountIds'] === undefined) {
    decoded['accountIds'] = decoded['accounts'];
    delete decoded['accounts'];
  }
  return decoded;
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
