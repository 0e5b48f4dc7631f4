const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first characters of a text as people count them: a family of four is one. */
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

/** The text within a limit of JavaScript's length, without half a character at its end. */
export function withinLength(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment } of segmenter.segment(text.slice(0, most + 1))) {
    if (end + segment.length > most) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Letters that are written from right to left, and marks that change the direction. */
const changesDirection =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const begin = '\u2068';
const end = '\u2069';

/** Whether a text can change the order of what stands beside it. */
export const canReorder = (text: string): boolean => changesDirection.test(text);

/** Marks of isolates that have no partner would end ours. */
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

/** A name that stands beside other text: it keeps its own order, and what is around it keeps its. */
export const isolated = (text: string): string =>
  canReorder(text) && !isIsolated(text) ? `${begin}${withoutLoneEnds(text)}${end}` : text;

function isIsolated(text: string): boolean {
  const inside = text.slice(1, -1);
  return text.startsWith(begin) && text.endsWith(end) && withoutLoneEnds(inside) === inside;
}

/** A text without what {@link isolated} added, also when more was typed before or after it. */
export function withoutIsolation(text: string): string {
  const from = text.indexOf(begin);
  const to = text.lastIndexOf(end);
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(from + 1, to) + text.slice(to + 1);
}
