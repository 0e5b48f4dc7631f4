import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import { scoreFieldNames, type ScoreFieldName, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import * as z from 'zod/mini';
import { createInputStore } from '../../platform/input-store.ts';
import { currentSession } from '../../platform/session-store.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';

/** Whether a value can be an answer of its field; a draft of another release can have other fields. */
function isScore(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const values = given as Record<string, unknown>;
  return scoreFieldNames.every((name) => {
    const value = values[name];
    switch (scoreFieldOf(name).kind) {
      case 'inquiries':
      case 'appointments':
        return Array.isArray(value);
      case 'yes-no':
        return value === null || typeof value === 'boolean';
      case 'seconds':
        return value === null || typeof value === 'number';
      case 'staff':
        return typeof value === 'object';
      case 'choice':
      case 'text':
        return value === null || typeof value === 'string';
    }
  });
}

const typed = {
  values: z.custom<ScoreValues>(isScore),
  marks: z.custom<ScoreMark[]>((given) => Array.isArray(given)),
};

const draftSchema = z.nullable(z.object(typed));
/** Drafts that the server does not have yet, by the server's `place` and call. */
export const unsentDrafts = createInputStore<z.output<typeof draftSchema>>(null, {
  name: 'score-drafts',
  schema: draftSchema,
});

const saveSchema = z.object({
  ...typed,
  callId: z.string(),
  requestId: z.string(),
  /** Of the office. */
  timeZone: z._default(z.string(), 'UTC'),
  version: z.number(),
  rubric: z.string(),
  reason: z.enum(['scored', 'correction']),
  accepted: z._default(
    z.custom<ScoreFieldName[]>((given) => Array.isArray(given)),
    [],
  ),
});
export type UnsentSave = z.output<typeof saveSchema>;

const saves = createInputStore<UnsentSave[]>([], { name: 'score-saves', schema: z.array(saveSchema) });

/** Saves on their way, oldest first, by the server's `place`. They are sent again until the server answers. */
export const unsentSaves = {
  list: (place: string): readonly UnsentSave[] => saves.read(place),
  add: (place: string, save: UnsentSave) => saves.change(place, (before) => [...before, save]),
  remove(place: string, requestId: string): void {
    const left = saves.read(place).filter((save) => save.requestId !== requestId);
    if (left.length === 0) saves.remove(place);
    else saves.change(place, () => left);
  },
};

const savedSchema = z.object({
  callId: z.string(),
  requestId: z.string(),
  /** Null until the server has it. */
  version: z.nullable(z.number()),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  reason: z.enum(['scored', 'correction']),
  /** Fields that the form filled. */
  filled: z.custom<ScoreFieldName[]>((given) => Array.isArray(given)),
});
export type SavedScore = z.output<typeof savedSchema>;

/** A save can be undone for this time. */
const undoTime = hours(1);
const scoredSchema = z.object({
  contactId: z.string(),
  day: z.string(),
  scored: z.number(),
  saves: z.array(savedSchema),
});
const scoredKey = (place: string) => `scored ${place}`.trim();

/** What this person scored today in this tab, with the saves that can be undone, oldest first. */
export function readScored(place: string): { scored: number; saves: SavedScore[] } {
  const kept = readStored(scoredKey(place), scoredSchema, sessionStorage);
  if (kept?.contactId !== currentSession()?.contactId) return { scored: 0, saves: [] };
  return {
    scored: kept?.day === new Date().toDateString() ? kept.scored : 0,
    saves: kept?.saves.filter(({ savedAt }) => Date.now() - savedAt < undoTime) ?? [],
  };
}

export function writeScored(place: string, scored: number, undoable: readonly SavedScore[]): void {
  const contactId = currentSession()?.contactId;
  if (contactId === undefined) return;
  const day = new Date().toDateString();
  writeStored(scoredKey(place), { contactId, day, scored, saves: undoable }, sessionStorage);
}

const presentSchema = z.object({ contactId: z.string(), place: z.string(), callId: z.string() });
const presentKey = 'scoring-call';

/** The call that this person scored in this tab before a reload; null without one. */
export function readPresentCall(place: string): string | null {
  const saved = readStored(presentKey, presentSchema, sessionStorage);
  return saved && saved.contactId === currentSession()?.contactId && saved.place === place
    ? saved.callId
    : null;
}

export function writePresentCall(place: string, callId: string | null): void {
  const contactId = currentSession()?.contactId;
  writeStored(presentKey, callId && contactId ? { contactId, place, callId } : null, sessionStorage);
}
