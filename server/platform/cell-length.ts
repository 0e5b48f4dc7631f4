import { thousands } from '@mailcall/contract/rules/rates.ts';

/**
 * The maximum length of a cell of whatever people and systems send, in UTF-16 units. It is checked before anything else reads the cell,
 * because one that fills a row of a million would hold up everyone.
 */
export const maxCellLength = 100_000;

/** Problem of a cell that is longer; completes "the cell …". */
export const cellTooLong = `is longer than ${thousands(maxCellLength)} characters`;

/**
 * The most levels of lists and objects within each other in a row: deeper ones cannot be written as JSON again, and so not passed on to the
 * process of the expressions.
 */
const maxDepth = 100;

/** A value of a row that nothing can read. */
interface UnreadableValue {
  /** Its name, such as `call.notes`. */
  name: string;
  /** Completes "the value …". */
  problem: string;
}

/** Finds the first value that is too long or nested too deeply, among an object's values and what is in them; null if there is none. */
export function findUnreadable(value: unknown, name = '', depth = 0): UnreadableValue | null {
  if (typeof value === 'string') return value.length > maxCellLength ? { name, problem: cellTooLong } : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > maxDepth) return { name, problem: `is nested more than ${maxDepth} levels deep` };
  for (const [key, inside] of Object.entries(value)) {
    const found = findUnreadable(inside, name === '' ? key : `${name}.${key}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
