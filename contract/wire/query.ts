import { z } from 'zod';
import { thousands } from '../rules/rates.ts';

/** `filters[deliveryWeek][gte]` has three levels. */
const maxLevels = 4;

/** Far above any route's number of parameters. */
const maxNames = 100;

export class MalformedQueryError extends Error {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Writes lists as `name[]=a&name[]=b`, nested names as `filters[name]`. Leaves out null, undefined, empty lists. */
export function encodeQuery(query: object | undefined): string {
  const pairs: string[] = [];
  const write = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      pairs.push(`${name}=${encodeURIComponent(String(value).toWellFormed())}`);
    } else if (Array.isArray(value)) {
      for (const item of value) write(`${name}[]`, item);
    } else {
      for (const [innerName, innerValue] of Object.entries(value))
        write(`${name}[${encodeURIComponent(innerName)}]`, innerValue);
    }
  };
  for (const [name, value] of Object.entries(query ?? {})) write(encodeURIComponent(name), value);
  return pairs.join('&');
}

/** Without a prototype, because clients choose the names. */
interface DecodedQuery {
  [name: string]: string | string[] | DecodedQuery;
}
const emptyQuery = () => Object.create(null) as DecodedQuery;

export interface DecodeSteps {
  count: number;
}

/** Takes linear time, whatever the query. */
class QueryDecoder {
  readonly decoded = emptyQuery();
  readonly #steps: DecodeSteps;
  #names = 0;

  constructor(steps: DecodeSteps) {
    this.#steps = steps;
  }

  add(rawName: string, rawValue: string): void {
    const name = this.#unescaped(rawName, rawName);
    const { levels, isItem } = this.#levelsOf(name);
    this.#place(name, levels, isItem, this.#unescaped(rawValue, name));
  }

  #unescaped(text: string, name: string): string {
    this.#steps.count += text.length;
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      throw new MalformedQueryError(name, 'Encode the text as UTF-8; a percent sign itself is written %25.');
    }
  }

  /** `filters[outcome][]` has two levels and is an item. */
  #levelsOf(name: string): { levels: string[]; isItem: boolean } {
    this.#steps.count += name.length;
    const [, first = '', brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
    const innerNames = brackets === '' ? [] : brackets.slice(1, -1).split('][');
    const isItem = /^\d*$/.test(innerNames.at(-1) ?? 'none');
    const levels = [first, ...(isItem ? innerNames.slice(0, -1) : innerNames)];
    if (levels.includes(''))
      throw new MalformedQueryError(name, 'Write names as page, accountIds[] or filters[startDate].');
    if (levels.length > maxLevels)
      throw new MalformedQueryError(name, `Use at most ${maxLevels} levels of names.`);
    return { levels, isItem };
  }

  #place(name: string, levels: readonly string[], isItem: boolean, value: string): void {
    this.#steps.count += levels.length;
    const last = levels.at(-1) ?? name;
    let group = this.decoded;
    for (const level of levels.slice(0, -1)) group = this.#groupIn(group, level, name);
    const existing = group[last];
    if (existing === undefined) {
      this.#countName(name);
      group[last] = isItem ? [value] : value;
    } else if (Array.isArray(existing)) existing.push(value);
    else if (typeof existing === 'string') group[last] = [existing, value];
    else throw mixedParameter(name);
  }

  #groupIn(outer: DecodedQuery, level: string, name: string): DecodedQuery {
    const existing = outer[level];
    if (typeof existing === 'string' || Array.isArray(existing)) throw mixedParameter(name);
    if (existing) return existing;
    this.#countName(name);
    const group = emptyQuery();
    outer[level] = group;
    return group;
  }

  #countName(name: string): void {
    this.#names += 1;
    if (this.#names > maxNames)
      throw new MalformedQueryError(name, `Use at most ${maxNames} different names in one query.`);
  }
}

const mixedParameter = (name: string) =>
  new MalformedQueryError(name, 'Give this either values or names in brackets, not both.');

/** Lists repeat their name or use brackets (`name[]`, `name[0]`) and keep their order; values stay texts. Throws MalformedQueryError. */
export function decodeQuery(text: string, steps: DecodeSteps = { count: 0 }): Record<string, unknown> {
  const decoder = new QueryDecoder(steps);
  for (const pair of text.split('&')) {
    steps.count += pair.length;
    if (pair === '') continue;
    const equalsIndex = pair.indexOf('=');
    if (equalsIndex === -1) decoder.add(pair, '');
    else decoder.add(pair.slice(0, equalsIndex), pair.slice(equalsIndex + 1));
  }
  const { decoded } = decoder;
  if (decoded['accounts'] !== undefined && decoded['accountIds'] === undefined) {
    decoded['accountIds'] = decoded['accounts'];
    delete decoded['accounts'];
  }
  return decoded;
}

/** At most `max` items, written as one value or several. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number, items = 'values') =>
  z.preprocess(
    (value) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]),
    z.array(item).max(max, `Use at most ${thousands(max)} ${items}.`),
  );

export const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional()
  .describe('Accepted and ignored.');

export const flag = z.preprocess(
  (value) =>
    value === 1 || value === '1' || value === 'true'
      ? true
      : value === 0 || value === '0' || value === 'false'
        ? false
        : value,
  z.boolean({ error: 'Use 1, 0, true or false.' }),
);

const calendarDatePattern = /^\d{4}-\d{2}-\d{2}$/;

function isExistingDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const isCalendarDate = (text: string): boolean =>
  calendarDatePattern.test(text) && isExistingDate(text);

export const calendarDate = z
  .string({ error: 'Use a date as YYYY-MM-DD.' })
  .max(10, { error: 'Use a date as YYYY-MM-DD.', abort: true })
  .regex(calendarDatePattern, 'Use a date as YYYY-MM-DD.')
  .refine(isExistingDate, 'There is no such date.');

/** Inclusive. */
export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `Use a whole number from ${from} to ${to}.` })
    .int(`Use a whole number from ${from} to ${to}.`)
    .min(from, `Use a whole number from ${from} to ${to}.`)
    .max(to, `Use a whole number from ${from} to ${to}.`);

export const searchQuery = z
  .string({ error: 'Use one text to search for.' })
  .max(200, 'Search for at most 200 characters.');
