import { scoreValueText } from './score-disputes.ts';
import { type ScoreFieldName, scoreFieldNames } from './score-fields.ts';
import { isEmptyScoreValue, type ScoreContext, scoreFieldProblem, scoreForm } from './score-form.ts';
import type { ScoreLists } from './score-keys.ts';
import type { ScoreInquiry, ScoreValue, ScoreValues } from './score-values.ts';
import { timeOfCharacter, type Turn } from './transcripts.ts';

/** `quotation`: not in the transcript. `no place`: neither a quotation nor a second. */
export const dropReasons = [
  'quotation',
  'short quotation',
  'no transcript',
  'second',
  'no place',
  'unknown field',
  'repeated field',
  'value',
  'empty',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Part of the model's answer. `value` is unchecked. */
export interface GivenSuggestion {
  field: string;
  value: unknown;
  quotation: string | null;
  /** Of the recording. */
  second: number | null;
}

export interface Suggestion {
  field: ScoreFieldName;
  value: ScoreValue;
  /** Words of the transcript; null if a second alone shows it. */
  quotation: string | null;
  /** Milliseconds; null if the transcript has no times. */
  at: number | null;
}

export type TranscriptTurn = Pick<Turn, 'from' | 'to' | 'text'>;

/** Letters and digits of a quotation. */
const minQuotationLength = 8;
export const maxQuotationLength = 500;

interface Word {
  text: string;
  turn: number;
  /** Place in the turn's text. */
  start: number;
  end: number;
}

/** Scripts without spaces between words: each character is a word. */
const wordPattern =
  // safe pattern: each part repeats one class, and starts where the other cannot
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[[\p{L}\p{N}\p{M}\p{Cf}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+/gv;

const wordsOf = (text: string, turn = 0): Word[] =>
  [...text.matchAll(wordPattern)].flatMap(({ 0: found, index }) => {
    const normal = found
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .toLowerCase();
    return normal === '' ? [] : [{ text: normal, turn, start: index, end: index + found.length }];
  });

const joined = (words: readonly Word[]) => ` ${words.map(({ text }) => text).join(' ')} `;

export type QuotationFinder = (
  quotation: string,
) => { text: string; at: number | null } | 'quotation' | 'short quotation';

/** Finds whole words in their order, whatever their case, punctuation and Unicode form, also over several turns. */
export function quotationFinder(turns: readonly TranscriptTurn[], durationSeconds: number): QuotationFinder {
  const words = turns.flatMap(({ text }, turn) => wordsOf(text, turn));
  const all = joined(words);
  const places = new Map<number, number>();
  let place = 0;
  for (const [index, { text }] of words.entries()) {
    places.set(place, index);
    place += text.length + 1;
  }
  return (quotation) => {
    const wanted = wordsOf(quotation);
    if (wanted.reduce((sum, { text }) => sum + text.length, 0) < minQuotationLength) return 'short quotation';
    const index = places.get(all.indexOf(joined(wanted)));
    if (index === undefined) return 'quotation';
    const found = words.slice(index, index + wanted.length);
    const { turn, start } = found[0] as Word;
    return { text: shownText(turns, found), at: timeOfCharacter(turns, turn, start, durationSeconds * 1000) };
  };
}

function shownText(turns: readonly TranscriptTurn[], found: readonly Word[]): string {
  const ofTurns = [...Map.groupBy(found, ({ turn }) => turn)];
  return ofTurns
    .map(([turn, words]) => (turns[turn]?.text ?? '').slice(words[0]?.start, words.at(-1)?.end))
    .join(' – ');
}

export interface SuggestedCall {
  /** Null without a transcript. */
  turns: readonly TranscriptTurn[] | null;
  durationSeconds: number;
  hasRecording: boolean;
  context: ScoreContext;
  lists: ScoreLists;
  /** Undefined if it is not a value of the field. */
  readValue: (field: ScoreFieldName, value: unknown) => ScoreValue | undefined;
}

/** A field that is suggested more than once is dropped each time. */
export function checkSuggestions(
  given: readonly GivenSuggestion[],
  call: SuggestedCall,
): { kept: Suggestion[]; dropped: Partial<Record<DropReason, number>> } {
  const find = call.turns && quotationFinder(call.turns, call.durationSeconds);
  const times = Map.groupBy(given, ({ field }) => field);
  const kept: Suggestion[] = [];
  const dropped: Partial<Record<DropReason, number>> = {};
  for (const suggestion of given) {
    const isRepeated = (times.get(suggestion.field)?.length ?? 0) > 1;
    const checked = isRepeated ? 'repeated field' : checkSuggestion(suggestion, call, find);
    if (typeof checked === 'string') dropped[checked] = (dropped[checked] ?? 0) + 1;
    else kept.push(checked);
  }
  const order = (field: ScoreFieldName) => scoreFieldNames.indexOf(field);
  return { kept: kept.toSorted((one, other) => order(one.field) - order(other.field)), dropped };
}

function checkSuggestion(
  given: GivenSuggestion,
  call: SuggestedCall,
  find: QuotationFinder | null,
): Suggestion | DropReason {
  const field = scoreFieldNames.find((name) => name === given.field);
  if (field === undefined) return 'unknown field';
  const place = placeOf(given, call, find);
  if (typeof place === 'string') return place;
  const value = call.readValue(field, given.value);
  if (value === undefined) return 'value';
  if (isEmptyScoreValue(value) || value === '') return 'empty';
  const known = knownValue(field, value, call.lists);
  if (known === undefined) return 'value';
  return scoreFieldProblem(field, known, call.context) === null ? { field, value: known, ...place } : 'value';
}

function placeOf(
  { quotation, second }: GivenSuggestion,
  { durationSeconds, hasRecording }: SuggestedCall,
  find: QuotationFinder | null,
): Pick<Suggestion, 'quotation' | 'at'> | DropReason {
  if (quotation === null && second === null) return 'no place';
  if (second !== null && (!hasRecording || !(second >= 0 && second <= durationSeconds))) return 'second';
  const at = second === null ? null : Math.floor(second * 1000);
  if (quotation === null) return { quotation: null, at };
  if (find === null) return 'no transcript';
  const found = find(quotation);
  return typeof found === 'string' ? found : { quotation: found.text, at: at ?? found.at };
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Staff, offers, services and insurances by the office's ids. A model cannot add staff. */
function knownValue(field: ScoreFieldName, value: ScoreValue, lists: ScoreLists): ScoreValue | undefined {
  const knownItem = <
    Item extends { id: string | null; name: string; aliases?: readonly string[] | undefined },
  >(
    list: readonly Item[],
    { id, name }: { id: string | null; name: string },
  ) =>
    id === null
      ? (list.find((item) => sameName(item.name, name)) ??
        list.find(({ aliases = [] }) => aliases.some((alias) => sameName(alias, name))))
      : list.find((item) => item.id === id);
  if (field === 'handler') {
    const member = knownItem(lists.staff, value as NonNullable<ScoreValues['handler']>);
    return member && { id: member.id, name: member.name };
  }
  if (field === 'appointments') {
    const appointments = value as ScoreValues['appointments'];
    return appointments.every(({ dateTime }) => !Number.isNaN(Date.parse(dateTime)))
      ? appointments.map((one) => ({ ...one, dateTime: new Date(one.dateTime).toISOString() }))
      : undefined;
  }
  if (field !== 'offers' && field !== 'services' && field !== 'insurances') return value;
  const items = (value as readonly ScoreInquiry[]).map((item) => {
    const known = knownItem(lists[field], item);
    return known
      ? { id: known.id, name: known.name, acceptance: item.acceptance }
      : item.id === null
        ? item
        : undefined;
  });
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Saved as suggested, otherwise, or not at all. */
export type SuggestionOutcome = 'accepted' | 'corrected' | 'ignored';

function isSame(field: ScoreFieldName, one: ScoreValue, other: ScoreValue): boolean {
  if (field === 'appointments') return JSON.stringify(one) === JSON.stringify(other);
  const textsOf = (value: ScoreValue) =>
    (scoreValueText(field, value) ?? '').trim().toLowerCase().split(', ').toSorted().join(', ');
  return textsOf(one) === textsOf(other);
}

interface SavedScore {
  /** Of the call before the score. A suggestion is shown only beside an empty field. */
  before: ScoreValues;
  values: ScoreValues;
  /** Accepted at the desk, maybe changed later. */
  taken: readonly ScoreFieldName[];
  context: ScoreContext;
}

/** Without fields that the form did not ask. */
export function outcomesOf(
  suggestions: readonly Suggestion[],
  saved: SavedScore,
): Partial<Record<ScoreFieldName, SuggestionOutcome>> {
  const form = scoreForm(saved.values, saved.context);
  return Object.fromEntries(
    suggestions.flatMap(({ field, value }): [ScoreFieldName, SuggestionOutcome][] => {
      const { state, value: own } = form[field];
      if (state === 'hidden' || state === 'derived' || !isEmptyScoreValue(saved.before[field])) return [];
      if (isSame(field, value, own)) return [[field, 'accepted']];
      const isChanged = !isEmptyScoreValue(own) || saved.taken.includes(field);
      return [[field, isChanged ? 'corrected' : 'ignored']];
    }),
  );
}
