const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts characters as people do: a family of four is one. */
export function firstCharacters(text: string, count: number): string {
  let end = 0;
  let counted = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (counted === count) break;
    counted += 1;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Limit in UTF-16 units, without half a character at the end. */
export function withinLength(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment } of segmenter.segment(text.slice(0, most + 1))) {
    if (end + segment.length > most) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Right-to-left letters, and marks that change the direction. */
const changesDirection =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const begin = '\u2068';
const end = '\u2069';

export const canReorder = (text: string): boolean => changesDirection.test(text);

/** Lone ends of isolates would end ours. */
function withoutLoneEnds(text: string): string {
  let open = 0;
  let kept = '';
  for (const character of text) {
    if (character >= '\u2066' && character <= begin) open += 1;
    if (character === end) {
      if (open === 0) continue;
      open -= 1;
    }
    kept += character;
  }
  return kept + end.repeat(open);
}

/** Isolates a name, so that it and its neighbors keep their order. */
export const isolated = (text: string): string =>
  canReorder(text) && !isIsolated(text) ? `${begin}${withoutLoneEnds(text)}${end}` : text;

function isIsolated(text: string): boolean {
  const inside = text.slice(1, -1);
  return text.startsWith(begin) && text.endsWith(end) && withoutLoneEnds(inside) === inside;
}

/** Removes {@link isolated}, even if someone typed before or after the text. */
export function withoutIsolation(text: string): string {
  const from = text.indexOf(begin);
  const to = text.lastIndexOf(end);
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(from + 1, to) + text.slice(to + 1);
}
