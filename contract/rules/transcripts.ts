import { searchableText, searchWords } from './search-text.ts';

export const maxTurns = 5_000;
/** Characters; longer turns are divided. */
export const maxTurnText = 10_000;
/** Characters of a transcript; a call of three hours has about 180,000. */
export const maxTranscriptText = 500_000;
export const maxSpeakerName = 100;
/** Milliseconds: a day. */
export const maxTurnTime = 86_400_000;

export type Speaker = 'caller' | 'office';

export interface Turn {
  /** Null if the source does not say. */
  speaker: Speaker | null;
  /** Name of the speaker as the source writes it; null without one. */
  speakerName: string | null;
  /** Milliseconds of the recording; null if the source has no times. */
  from: number | null;
  /** Milliseconds; null if only the start is known. */
  to: number | null;
  text: string;
}

const callerNames = new Set([
  'caller',
  'customer',
  'client',
  'patient',
  'external',
  'lead',
  'guest',
  'contact',
]);
const officeNames = new Set([
  'office',
  'agent',
  'staff',
  'representative',
  'rep',
  'receptionist',
  'employee',
  'internal',
  'operator',
  'business',
]);

/** Channels and numbered speakers stay unknown: systems differ in who is first. */
export function speakerOf(name: string | null): Speaker | null {
  const word =
    name
      ?.trim()
      .toLowerCase()
      .replace(/[\s_-]{0,3}\d{1,9}$/, '') ?? '';
  if (callerNames.has(word)) return 'caller';
  return officeNames.has(word) ? 'office' : null;
}

/** Without NUL and lone surrogates, which no database stores. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** Divides between words where it can, and never within a character. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxTurnText) {
    const space = rest.lastIndexOf(' ', maxTurnText);
    let end = space > maxTurnText / 2 ? space : maxTurnText;
    if (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

const timeOf = (time: number | null): number | null =>
  time !== null && Number.isFinite(time) && time >= 0 && time <= maxTurnTime ? Math.round(time) : null;

/** By time if all have one; turns at the same time keep their order. */
export function inOrder<T extends Pick<Turn, 'from'>>(turns: readonly T[]): T[] {
  if (turns.some(({ from }) => from === null)) return [...turns];
  return turns.toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0));
}

/** What is stored of a system's turns: in order, without empty ones, within the limits. */
export function storedTurns(given: readonly Omit<Turn, 'speaker'>[]): Turn[] {
  const turns: Turn[] = [];
  let left = maxTranscriptText;
  for (const turn of given) {
    // texts of megabytes are cut before they are read
    const text = storable(turn.text.slice(0, maxTranscriptText));
    const name =
      storable(turn.speakerName ?? '')
        .slice(0, maxSpeakerName)
        .toWellFormed() || null;
    const from = timeOf(turn.from);
    const to = timeOf(turn.to);
    for (const piece of piecesOf(text)) {
      if (turns.length === maxTurns || piece.length > left) return inOrder(turns);
      left -= piece.length;
      turns.push({
        speaker: speakerOf(name),
        speakerName: name,
        from,
        to: from !== null && to !== null && to >= from ? to : null,
        text: piece,
      });
    }
  }
  return inOrder(turns);
}

const namedParagraph = /^([\p{L}\p{N} ._-]{1,40}):\s+/u;

/** Turns of a text without times, one per paragraph. `Agent: …` names the speaker. */
export function turnsOfText(text: string): Turn[] {
  const paragraphs = text.slice(0, maxTranscriptText).split(/\r\n|[\r\n]/);
  return storedTurns(
    paragraphs.map((line) => {
      const paragraph = line.trim();
      const name = namedParagraph.exec(paragraph)?.[1]?.trim() ?? null;
      const isSpeaker = name !== null && (speakerOf(name) !== null || /^(speaker|channel)\b/i.test(name));
      return {
        speakerName: isSpeaker ? name : null,
        from: null,
        to: null,
        text: isSpeaker ? paragraph.replace(namedParagraph, '') : paragraph,
      };
    }),
  );
}

/** Index of the turn that is heard; the one that began last. Null before the first, and without times. `at` in milliseconds. */
export function turnAt(turns: readonly Pick<Turn, 'from'>[], at: number): number | null {
  let current: number | null = null;
  for (const [index, { from }] of turns.entries()) if (from !== null && from <= at) current = index;
  return current;
}

/** Milliseconds at which the character `offset` is heard: turns have times, and words inside them are spread evenly. `end` of the recording. */
export function timeOfCharacter(
  turns: readonly Pick<Turn, 'from' | 'to' | 'text'>[],
  index: number,
  offset: number,
  end: number,
): number | null {
  const turn = turns[index];
  if (!turn || turn.from === null) return null;
  const to = turn.to ?? turns.slice(index + 1).find(({ from }) => from !== null)?.from ?? end;
  const share = turn.text.length === 0 ? 0 : Math.min(1, Math.max(0, offset / turn.text.length));
  return Math.round(turn.from + Math.max(0, to - turn.from) * share);
}

/** Characters around the found word. */
const shownAround = 80;

/** The first sentence with a word of a search, cut to about 160 characters. */
export function foundPart(text: string, query: string): string {
  const words = searchWords(query);
  const ends = Array.from(text.matchAll(/[.!?…]\s+/gu), ({ index, 0: mark }) => index + mark.length);
  const sentences = [0, ...ends].map((start, index) => text.slice(start, ends[index]));
  const sentence =
    sentences.find((one) => words.some((word) => searchableText(one).includes(word))) ?? sentences[0] ?? '';
  const low = sentence.toLowerCase();
  const place = Math.max(0, ...words.map((word) => low.indexOf(word)));
  const from = sentence.length <= 2 * shownAround ? 0 : Math.max(0, place - shownAround);
  const to =
    sentence.length <= 2 * shownAround ? sentence.length : Math.min(sentence.length, place + shownAround);
  const part = sentence.slice(from, to).toWellFormed().replaceAll('\uFFFD', '').trim();
  return `${from > 0 ? '…' : ''}${part}${to < sentence.length ? '…' : ''}`;
}
