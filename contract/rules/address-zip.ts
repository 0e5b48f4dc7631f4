import { hyphenated } from './cell-text.ts';
import { readZip } from './patient-values.ts';

const countries: ReadonlySet<string> = new Set(['us', 'usa', 'united states', 'united states of america']);

/** A number after one of these words is no ZIP code. */
const numbered: ReadonlySet<string> = new Set(
  (
    'apt apartment ave avenue bldg blvd boulevard box building court dept dr drive floor highway hwy interstate lane ln ' +
    'lot no number parkway pkwy pl place plaza pmb rd road rm room route rt rte sq square st ste street suite ter trail unit'
  ).split(' '),
);

const letters = /^[\p{L}.']+$/u;
const bare = (word: string): string => word.replaceAll('.', '').toLowerCase();

function partsOf(address: string): string[][] {
  const parts = hyphenated(address.normalize('NFKC'))
    .split(/[,;\r\n]/)
    .map((part) => part.split(/\s/).filter((word) => bare(word) !== ''))
    .filter((words) => words.length > 0);
  const last = parts.at(-1) ?? [];
  for (const count of [4, 3, 2, 1]) {
    if (!countries.has(last.slice(-count).map(bare).join(' '))) continue;
    last.splice(-count);
    break;
  }
  return last.length > 0 ? parts : parts.slice(0, -1);
}

function splitZip(words: readonly string[]): { before: string[]; zip: string } | null {
  const text = words.join(' ').replace(/ ?- ?/g, '-').replace(/\.$/, '');
  const spaced = text.split(' ');
  const last = spaced.pop() ?? '';
  // CO80302 and CO-80302
  const glued = /^([a-z]{2})-?(\d[\d-]*)$/i.exec(last);
  if (glued) return { before: [...spaced, glued[1] ?? ''], zip: glued[2] ?? '' };
  if (!/^\d[\d-]*$/.test(last)) return null;
  const first = spaced.at(-1) ?? '';
  return /^\d{4}$/.test(last) && /^\d{5}$/.test(first)
    ? { before: spaced.slice(0, -1), zip: `${first}-${last}` }
    : { before: spaced, zip: last };
}

/** Five digits at the end of a US address, with leading zeros restored if the state has such codes. Null without a ZIP code. */
export function zipOfAddress(address: string | null): string | null {
  const parts = partsOf(address ?? '');
  const found = splitZip(parts.pop() ?? []);
  if (!found) return null;
  const { before, zip } = found;
  const word = before.at(-1);
  if (word !== undefined && (!letters.test(word) || numbered.has(bare(word)))) return null;
  const state = before.length > 0 ? before : (parts.at(-1) ?? []);
  // without a leading zero, only the state identifies a ZIP code
  const names = /^\d{5}/.test(zip) ? [''] : [1, 2, 3].map((count) => state.slice(-count).join(' '));
  for (const name of names) {
    const read = /^\d{5}/.test(zip) || name !== '' ? readZip(zip, name) : null;
    if (typeof read === 'string') return read;
  }
  return null;
}
