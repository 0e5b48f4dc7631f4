import { type Turn, turnsOfText } from '@mailcall/contract/rules/transcripts.ts';
import type { TheirCall } from './call-system.ts';

type SpokenTurn = Omit<Turn, 'speaker'>;

const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

const textIn = (turn: Record<string, unknown>, names: readonly string[]): string => {
  const value = names.map((name) => turn[name]).find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : '';
};

/** Milliseconds of a number of seconds; null for anything else. */
function secondsIn(turn: Record<string, unknown>, names: readonly string[]): number | null {
  const value = names
    .map((name) => turn[name])
    .find((one) => one !== undefined && one !== null && one !== '');
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

function turnsOfList(list: readonly unknown[]): SpokenTurn[] {
  return list.flatMap((one) => {
    const turn = objectOf(one);
    if (!turn) return [];
    return {
      speakerName: textIn(turn, ['speaker']) || null,
      from: secondsIn(turn, ['start', 'start_time']),
      to: secondsIn(turn, ['end', 'end_time']),
      text: textIn(turn, ['phrase', 'text']),
    };
  });
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A list of turns with seconds, the same as JSON in a text, or a text with a paragraph per turn. None for anything else. */
function turnsOf(value: unknown): SpokenTurn[] {
  if (Array.isArray(value)) return turnsOfList(value);
  if (typeof value !== 'string') return [];
  const list = value.trimStart().startsWith('[') ? parsedList(value) : null;
  return Array.isArray(list) ? turnsOfList(list) : turnsOfText(value);
}

/** The best of a call's fields: the first with turns. */
export const firstTurns = (call: TheirCall, names: readonly string[]): SpokenTurn[] =>
  names.map((name) => turnsOf(call[name])).find((turns) => turns.some(({ text }) => text.trim() !== '')) ??
  [];

/** A mapping reads rows of up to a million characters. */
const maxMapped = 500_000;

/** Without its transcript, if that is too long for a row. */
export const mappedCall = (call: TheirCall, names: readonly string[]): string => {
  const text = JSON.stringify(call);
  return text.length <= maxMapped
    ? text
    : JSON.stringify(Object.fromEntries(Object.entries(call).filter(([name]) => !names.includes(name))));
};
