import { thousands } from '@mailcall/contract/rules/rates.ts';

/**
 * The maximum length of a cell of whatever people and systems send, in UTF-16 units. It is checked before anything else reads the cell,
 * because one that fills a row of a million would hold up everyone.
 */
export const maxCellLength = 100_000;

/** Problem of a cell that is longer; completes "the cell …". */
export const cellTooLong = `is longer than ${thousands(maxCellLength)} characters`;

/** Name of the first text in an object that is too long, such as `call.notes`; null if all are short enough. */
export function longCellOf(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.length > maxCellLength ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inside] of Object.entries(value)) {
    const found = longCellOf(inside, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
