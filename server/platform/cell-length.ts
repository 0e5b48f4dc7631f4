import { thousands } from '@mailcall/contract/rules/rates.ts';

/** UTF-16 units, checked first, because one long cell would block everyone. */
export const maxCellLength = 100_000;

/** Completes "the cell …". */
export const cellTooLong = `is longer than ${thousands(maxCellLength)} characters`;

/** Deeper values cannot be written as JSON for the expression process. */
const maxDepth = 100;

interface UnreadableValue {
  name: string;
  /** Completes "the value …". */
  problem: string;
}

/** Null if every value is readable, at any depth. */
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
