import { callbacksFromProblem } from '@mailcall/contract/rules/callbacks-from.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import type { PageRequest } from '../platform/paging.ts';
import { days } from '@mailcall/contract/time/durations.ts';

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

/** Throws OperatorProblem when one is no number in its range. */
export const pageOf = ({ limit, page }: Readonly<Record<string, string | undefined>>): PageRequest => ({
  page: wholeNumber('page', page, { most: 1_000_000, otherwise: 1 }),
  pageSize: wholeNumber('limit', limit, { most: 500, otherwise: 100 }),
});

/** Says how to list the next page; empty on the last page. */
export const moreLines = (total: number, { page, pageSize }: PageRequest): string[] =>
  total > page * pageSize ? [`${total} in all. For the next ones: --page ${page + 1}`] : [];

/** UTC; undefined without the option. Throws OperatorProblem when it is no date. */
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

export function endOfDay(text: string | undefined): Date | undefined {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + day - 1);
}

/** `YYYY-MM-DD`. Throws OperatorProblem when it is no date, or so late that no call of today would wait. */
export function callbacksDay(text: string, now: Date): string {
  const problem = callbacksFromProblem(text, now);
  if (problem !== null)
    throw new OperatorProblem(`--callbacks-from is ${text.slice(0, 40)}, which ${problem}.`);
  return text;
}
