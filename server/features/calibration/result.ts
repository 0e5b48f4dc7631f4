import type { CalibrationResult, OwnCalibrationResult } from '@mailcall/contract/calibration.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import {
  type AgreedAnswers,
  calibrationAgreement,
  calibrationRows,
  rightAnswer,
} from '@mailcall/contract/rules/calibration.ts';
import { type ComparedField, comparedText } from '@mailcall/contract/rules/second-pass.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { findSet, noSet, type Person, presentSet, readOwnSets, readPeople, readSetCalls } from './sets.ts';

interface SavedAnswer {
  callId: string;
  personId: string;
  values: ScoreValues;
  marks: ScoreMark[];
}

async function readAnswers(database: Queryable, setId: string): Promise<SavedAnswer[]> {
  const { rows } = await sql<SavedAnswer>`
    select call_id as "callId", contact_id as "personId", score as values, marks from calibration_answers
    where set_id = ${setId}::uuid and saved_at is not null`.execute(database);
  // an older release saved other fields
  return rows.map((row) => ({ ...row, values: { ...emptyScore, ...row.values } }));
}

interface Note {
  callId: string;
  field: ComparedField;
  agreed: string | null;
  note: string | null;
  version: number;
}

async function readNotes(database: Queryable, setId: string): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select call_id as "callId", field, agreed, note, version from calibration_notes where set_id = ${setId}::uuid`.execute(
    database,
  );
  return rows;
}

interface ComparedCall {
  values: Map<string, ScoreValues>;
  marks: Map<string, ScoreMark[]>;
  reference: ScoreValues | null;
  agreed: AgreedAnswers;
  noteOf: (field: ComparedField) => Omit<Note, 'callId' | 'field'>;
}

function compared(
  callId: string,
  { answers, notes, referenceId }: { answers: SavedAnswer[]; notes: Note[]; referenceId: string },
): ComparedCall {
  const ofCall = answers.filter((answer) => answer.callId === callId);
  const values = new Map(ofCall.map((answer) => [answer.personId, answer.values]));
  const known = notes.filter((note) => note.callId === callId);
  return {
    values,
    marks: new Map(
      ofCall.map((answer) => [answer.personId, marksOfShownFields(answer.marks, answer.values)]),
    ),
    reference: values.get(referenceId) ?? null,
    agreed: new Map(known.flatMap(({ field, agreed }) => (agreed === null ? [] : [[field, agreed]]))),
    noteOf: (field) => known.find((note) => note.field === field) ?? { agreed: null, note: null, version: 0 },
  };
}

const marksOf = (field: ComparedField, marks: readonly ScoreMark[] | undefined): number[] =>
  (marks ?? []).flatMap((mark) => (mark.field === field ? [mark.from] : []));

const notClosed = () => notPossible('This set is open. Its answers are hidden until it is closed.');

/** @throws {Problem} 404, 422 unless the set is closed */
export async function readResult(
  database: Queryable,
  viewer: Viewer,
  setId: string,
): Promise<CalibrationResult> {
  const set = await findSet(database, viewer, setId);
  if (set.state !== 'closed') throw notClosed();
  const referenceId = set.contactId;
  const { calls, gone } = await readSetCalls(database, setId);
  const parts = {
    answers: await readAnswers(database, setId),
    notes: await readNotes(database, setId),
    referenceId,
  };
  const people = await readPeople(database, set);
  const all = calls.map((call) => ({ call, ...compared(call.callId, parts) }));
  return {
    set: presentSet(set),
    gone,
    people: people
      .toSorted((one, other) => Number(other.id === referenceId) - Number(one.id === referenceId))
      .map(({ id, name, scored }) => ({
        id,
        name,
        isReference: id === referenceId,
        scored,
        ...calibrationAgreement(
          all.flatMap(({ values, reference, agreed }) => {
            const own = values.get(id);
            return own ? [{ own, reference, agreed }] : [];
          }),
        ),
      })),
    calls: all.map(({ call, values, marks, reference, noteOf }) => ({
      ...call,
      rows: calibrationRows(values).map(({ field, isSame, answers }) => ({
        field,
        isSame,
        reference: rightAnswer(field, { reference, agreed: new Map() }),
        ...withoutCall(noteOf(field)),
        answers: [...answers].map(([personId, answer]) => ({
          personId,
          answer,
          marks: marksOf(field, marks.get(personId)),
        })),
      })),
    })),
  };
}

const withoutCall = ({ agreed, note, version }: Omit<Note, 'callId' | 'field'>) => ({
  agreed,
  note,
  version,
});

/** @throws {Problem} 404, 422 unless the set is closed */
export async function readOwnResult(
  database: Queryable,
  viewer: Viewer,
  setId: string,
): Promise<OwnCalibrationResult> {
  const [set] = await readOwnSets(database, viewer, sql`calibration_sets.id = ${setId}::uuid`);
  if (!set) throw noSet();
  if (set.state !== 'closed') throw notClosed();
  const { rows } = await sql<{ referenceId: string }>`
    select contact_id as "referenceId" from calibration_sets where id = ${setId}::uuid`.execute(database);
  const { calls } = await readSetCalls(database, setId, { of: viewer });
  const parts = {
    answers: await readAnswers(database, setId),
    notes: await readNotes(database, setId),
    referenceId: rows[0]?.referenceId ?? '',
  };
  const { contactId } = viewer;
  const all = calls.flatMap((call) => {
    const found = compared(call.callId, parts);
    const own = found.values.get(contactId);
    return own ? [{ call, own, ...found }] : [];
  });
  return {
    set,
    ...calibrationAgreement(all),
    calls: all.flatMap(({ call, values, marks, reference, agreed, noteOf }) => {
      const differing = calibrationRows(values).flatMap(({ field, isSame, answers }) => {
        const own = answers.get(contactId) ?? null;
        if (own === null) return [];
        const { note } = noteOf(field);
        const right = rightAnswer(field, { reference, agreed });
        const differs = right === null ? !isSame : comparedText(field, right) !== comparedText(field, own);
        if (!differs && note === null) return [];
        return [
          {
            field,
            own,
            marks: marksOf(field, marks.get(contactId)),
            reference: rightAnswer(field, { reference, agreed: new Map() }),
            agreed: agreed.get(field) ?? null,
            note,
            others: countOthers(answers, contactId),
          },
        ];
      });
      return differing.length === 0 ? [] : [{ ...call, rows: differing }];
    }),
  };
}

function countOthers(
  answers: ReadonlyMap<string, string | null>,
  contactId: string,
): { answer: string; people: number }[] {
  const counts = new Map<string, number>();
  for (const [id, answer] of answers)
    if (id !== contactId && answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts]
    .map(([answer, people]) => ({ answer, people }))
    .toSorted((one, other) => other.people - one.people || one.answer.localeCompare(other.answer, 'en'));
}

/** @throws {Problem} 404, 422 unless the set is closed, or if someone else changed the note meanwhile */
export async function saveNote(
  transaction: Queryable,
  { setId, callId, field }: { setId: string; callId: string; field: ComparedField },
  {
    agreed,
    note,
    version,
    viewer,
    now,
  }: Person & { agreed: string | null; note: string | null; version: number },
): Promise<number> {
  const { state } = await findSet(transaction, viewer, setId, { lock: true });
  if (state !== 'closed') throw notClosed();
  const { calls } = await readSetCalls(transaction, setId);
  const call = calls.find((one) => one.callId === callId);
  if (!call) throw noSet();
  const known = (await readNotes(transaction, setId)).find(
    (one) => one.callId === callId && one.field === field,
  );
  if ((known?.version ?? 0) !== version)
    throw notPossible('Someone else changed this note meanwhile. Yours was not saved.');
  await sql`
    insert into calibration_notes (account_id, set_id, call_id, field, agreed, note, contact_id, changed_at)
    values (${call.accountId}, ${setId}::uuid, ${callId}, ${field}, ${agreed || null}, ${note || null}, ${viewer.contactId}, ${now})
    on conflict (account_id, set_id, call_id, field) do update set agreed = excluded.agreed, note = excluded.note,
      contact_id = excluded.contact_id, changed_at = excluded.changed_at, version = calibration_notes.version + 1`.execute(
    transaction,
  );
  return version + 1;
}
