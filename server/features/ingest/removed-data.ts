import { scoreValueOf } from '../calls/index.ts';
import { executeSql } from './execute-sql.ts';
import type { ImportRun } from './import-run.ts';
import type { Check } from './merge-plan.ts';
import { sentIn } from './rows-of-plan.ts';
import { stageTable } from './stage-rows.ts';

export const removedPrefix = 'removed/';

export const removedText = 'No longer kept';

/** SQL of the identifying digits: all, or ten for North America; null for too few. */
export const comparableNumber = (number: string): string => {
  const digits = `regexp_replace(${number}, '\\D', '', 'g')`;
  return `case when length(${digits}) = 10 then '1' || ${digits} when length(${digits}) between 11 and 15 then ${digits} end`;
};

export const erasedHash = (kind: 'phone' | 'email', value: string): string =>
  `sha256(convert_to((select salt from erasure_salt) || ':' || ${kind === 'phone' ? comparableNumber(value) : `lower(trim(${value}))`}, 'UTF8'))`;

/** SQL condition; `before` limits it to persons erased after that instant. */
const isErased = (kind: 'phone' | 'email', value: string, before?: string): string =>
  `${value} is not null and exists (select 1 from erased_persons where kind = '${kind}' and hash = ${erasedHash(kind, value)}${before ? ` and erased_at > ${before}` : ''})`;

export const erasedName = 'Erased person';

type Lines = [after: number, last: number];

const inBatch = 'feed.line > $1 and feed.line <= $2';
const namesOfCall =
  'caller_name = null, caller_id_name = null, caller_phone_number = null, highlights = null, source_mentioned = null, callback_outcome_summary = null';

export async function hasRemovedData(database: ImportRun['database']): Promise<boolean> {
  const { rows } = await executeSql<{ removed: boolean }>(
    database,
    `select exists (select 1 from calls where personal_data_removed) or exists (select 1 from calls where audio like '${removedPrefix}%')
       or exists (select 1 from patients where personal_data_removed) or exists (select 1 from contacts where personal_data_removed)
       or exists (select 1 from erased_persons) as removed`,
  );
  return rows[0]?.removed ?? false;
}

export async function leaveRemovedCalls(
  { database, recordings, record }: ImportRun,
  lines: Lines,
): Promise<void> {
  await record.load({
    table: 'calls',
    by: 'id',
    of: `select id from ${stageTable} where audio in (${sentIn(lines)('audio')})`,
  });
  const { rows } = await executeSql<{ key: string }>(
    database,
    `with returned as (
       update ${stageTable} feed set audio = case when known.audio like '${removedPrefix}%' then known.audio end
       from ${stageTable} sent left join calls known on known.id = sent.id
       where ${inBatch} and sent.line = feed.line and sent.audio is not null
         and (known.audio like '${removedPrefix}%' or (${isErased('phone', 'sent.caller_phone_number', 'sent.call_date_time')}))
       returning sent.audio as key, sent.line
     )
     select distinct key from returned
     where not exists (select 1 from recordings where recordings.key = returned.key)
       and not exists (
         select 1 from ${stageTable} other left join calls known on known.id = other.id
         where other.audio = returned.key and other.line <> all(array(select line from returned))
           and known.audio is distinct from '${removedPrefix}' || returned.key)`,
    lines,
  );
  await recordings.discard(rows.map(({ key }) => key));
  // what is said in them must not come either
  await executeSql(
    database,
    `insert into erased_calls (call_id, hash)
     select distinct on (feed.id) feed.id, ${erasedHash('phone', 'feed.caller_phone_number')} from ${stageTable} feed
     where ${inBatch} and (${isErased('phone', 'feed.caller_phone_number', 'feed.call_date_time')})
     on conflict (call_id) do update set hash = excluded.hash`,
    lines,
  );
  await executeSql(
    database,
    `update ${stageTable} feed set ${namesOfCall}
     where ${inBatch} and (exists (select 1 from calls known where known.id = feed.id and known.personal_data_removed)
       or (${isErased('phone', 'feed.caller_phone_number', 'feed.call_date_time')}))`,
    lines,
  );
}

/** For calls in which a person other than the caller was erased. */
export async function keepErasedTexts({ database, scoreSource }: ImportRun, lines: Lines): Promise<void> {
  const kept = (name: string) => `${name} = ${scoreValueOf(name, scoreSource)}`;
  await executeSql(
    database,
    `update ${stageTable} feed set ${kept('highlights')}, ${kept('source_mentioned')},
       callback_outcome_summary = calls.feed ->> 'callback_outcome_summary'
     from calls join erased_texts on erased_texts.call_id = calls.id
     where ${inBatch} and calls.id = feed.id`,
    lines,
  );
}

/** Of calls whose recording or caller is no longer kept, or in which a person was erased. */
export async function leaveRemovedTurns({ database }: ImportRun, lines: Lines): Promise<void> {
  await executeSql(
    database,
    `delete from ${stageTable} feed
     where ${inBatch} and feed.deleted is not true and (
       exists (select 1 from erased_texts where erased_texts.call_id = feed.call_id)
       or exists (select 1 from erased_calls join erased_persons using (hash) where erased_calls.call_id = feed.call_id)
       or exists (select 1 from calls where calls.id = feed.call_id
         and (calls.personal_data_removed or calls.audio like '${removedPrefix}%')))`,
    lines,
  );
}

/** For a number of an erased person, only in earlier appointments. */
export async function leaveRemovedAppointments({ database }: ImportRun, lines: Lines): Promise<void> {
  await executeSql(
    database,
    `update ${stageTable} feed set first_name = null, last_name = null, phone = null
     where ${inBatch} and (exists (select 1 from appointments known where known.id = feed.id and known.personal_data_removed)
       or exists (select 1 from calls where calls.id = feed.call_id and calls.personal_data_removed)
       or (${isErased('phone', 'feed.phone', 'coalesce((select call_date_time from calls where calls.id = feed.call_id), feed.date_time)')}))`,
    lines,
  );
}

export async function leaveRemovedActions({ database }: Pick<ImportRun, 'database'>): Promise<void> {
  await executeSql(
    database,
    `update ${stageTable} feed set details = '${removedText}'
     where details is not null and exists (select 1 from calls where calls.id = feed.call_id and calls.personal_data_removed)`,
  );
}

const noTexts = `'{"callerName": null, "highlights": null, "sourceMentioned": null, "appointments": []}'`;
const removedIfAny = (column: string) =>
  `${column} = case when ${column} is not null then '${removedText}' end`;

/** SQL of what stays of scores when personal data of a call is removed. What is open ends: no one can listen any more. */
export const scoresWithoutTexts = {
  'score-versions': `score = score || ${noTexts}`,
  'score-second-passes': `second_score = second_score || ${noTexts}, shown = shown || ${noTexts},
    ${removedIfAny('note')}, ${removedIfAny('answer')}, state = case when state = 'open' then 'ended' else state end`,
  'score-disputes': `shown = null, wanted = '${removedText}', reason = '${removedText}',
    ${removedIfAny('decision')}, ${removedIfAny('answer')}, state = case when state = 'open' then 'withdrawn' else state end`,
} as const;

export const leaveRemovedScores =
  (name: keyof typeof scoresWithoutTexts) =>
  async ({ database }: Pick<ImportRun, 'database'>): Promise<void> => {
    await executeSql(
      database,
      `update ${stageTable} feed set ${scoresWithoutTexts[name]}
       where exists (select 1 from calls where calls.id = feed.call_id and calls.personal_data_removed)`,
    );
  };

export async function leaveRemovedPatients({ database }: ImportRun, lines: Lines): Promise<void> {
  await executeSql(
    database,
    `update ${stageTable} feed set first_name = null, last_name = null, address = null, phone = null, other_phones = null, patient_id = null,
       latitude = null, longitude = null
     where ${inBatch} and exists (select 1 from patients known where known.id = feed.id and known.personal_data_removed)`,
    lines,
  );
}

export async function leaveErasedContacts({ database }: ImportRun, lines: Lines): Promise<void> {
  await executeSql(
    database,
    `delete from ${stageTable} feed
     where ${inBatch} and exists (select 1 from contacts known where known.id = feed.id and known.personal_data_removed)`,
    lines,
  );
}

export async function keepErasedApprovals({ database }: ImportRun, lines: Lines): Promise<void> {
  await executeSql(
    database,
    `update ${stageTable} feed set approved_by = known.approved_by from campaigns known
     where ${inBatch} and known.id = feed.id and feed.approved_by is not null and known.approved_by = '${erasedName}'`,
    lines,
  );
}

const erasedReason = `'is of a person whose data was erased at their request; the command person allow takes it again'`;

/** `before` limits it to persons erased after that instant. */
export const erasedCheck = (
  kind: 'phone' | 'email',
  { when, before }: { when: string; before?: string },
): Check => ({
  column: kind,
  when: `case when exists (select 1 from erased_persons) then ${when} and (${isErased(kind, `feed.${kind}`, before)}) else false end`,
  reason: erasedReason,
});

/** For the other numbers in rows of an earlier list. */
export const erasedOtherPhones: Check = {
  column: 'other_phones',
  when: `case when exists (select 1 from erased_persons) then known.personal_data_removed is not true and exists (
    select 1 from unnest(feed.other_phones) other (phone) where ${isErased('phone', 'other.phone', 'named_list.uploaded_at')}) else false end`,
  reason: erasedReason,
};
