import type { TranscriptTurn } from '@mailcall/contract/transcripts.ts';

const wantedOf = (query: string): string => query.trim().toLowerCase();

/** Indexes of the turns that contain the query, in any case. */
export function foundTurns(turns: readonly Pick<TranscriptTurn, 'text'>[], query: string): number[] {
  const wanted = wantedOf(query);
  if (wanted === '') return [];
  return turns.flatMap(({ text }, index) => (text.toLowerCase().includes(wanted) ? [index] : []));
}

/** Divides a text at each place of the query. */
export function partsOf(text: string, query: string): { text: string; found: boolean }[] {
  const wanted = wantedOf(query);
  const low = text.toLowerCase();
  // some letters change their length in lower case
  if (wanted === '' || low.length !== text.length) return [{ text, found: false }];
  const parts: { text: string; found: boolean }[] = [];
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), found: false });
    parts.push({ text: text.slice(at, at + wanted.length), found: true });
    from = at + wanted.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from), found: false }] : parts;
}
