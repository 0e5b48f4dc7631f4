import { callbacksFromProblem } from '@mailcall/contract/rules/callbacks-from.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import type { PageRequest } from '../platform/paging.ts';
import { days } from '@mailcall/contract/time/durations.ts';

/** The options of a list that is printed in pages. */
export const pageOptions = {
  limit: { value: 'N', summary: 'rows at most, 1 to 500; 100 by default' },
  page: { value: 'N', summary: 'which page, from 1' },
};

function wholeNumber(
  name: string,
  text: string | undefined,
  bounds: { most: number; otherwise: number },
): number {
  if (text === undefined) return bounds.otherwise;
  const number = Number(text);
  if (!/^\d{1,7}$/.test(text) || number < 1 || number > bounds.most)
    throw new OperatorProblem(`--${name} is ${text}, it must be a whole number from 1 to ${bounds.most}.`);
  return number;
}

/**
 * The page that `--limit` and `--page` ask for.
 * @throws {OperatorProblem} when one is no number in its range
 */
export const pageOf = ({ limit, page }: Readonly<Record<string, string | undefined>>): PageRequest => ({
  page: wholeNumber('page', page, { most: 1_000_000, otherwise: 1 }),
  pageSize: wholeNumber('limit', limit, { most: 500, otherwise: 100 }),
});

/** The line below a page that is not the whole list; none below one that is. */
export const moreLines = (total: number, { page, pageSize }: PageRequest): string[] =>
  total > page * pageSize ? [`${total} in all. For the next ones: --page ${page + 1}`] : [];

/**
 * The start of the UTC day that an option names; undefined without it.
 * @throws {OperatorProblem} when it is no date
 */
export function startOfDay(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const start = new Date(`${text}T00:00:00.000Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(start.getTime()) ||
    !start.toISOString().startsWith(text)
  )
    throw new OperatorProblem(`${text} is not a date. Write it like 2027-03-31.`);
  return start;
}

const day = days(1);

/** The end of the UTC day that an option names, like {@link startOfDay}. */
export function endOfDay(text: string | undefined): Date | undefined {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + day - 1);
}

/**
 * The first day of which calls wait for a callback, as `--callbacks-from` names it: `YYYY-MM-DD`.
 * @throws {OperatorProblem} when it is no date, or so late that no call of today would wait
 */
export function callbacksDay(text: string, now: Date): string {
  const problem = callbacksFromProblem(text, now);
  if (problem !== null)
    throw new OperatorProblem(`--callbacks-from is ${text.slice(0, 40)}, which ${problem}.`);
  return text;
}
