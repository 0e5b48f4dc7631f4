/** Lowest source first. */
export const scoreSources = ['telephony', 'feed', 'person'] as const;
export type ScoreSource = (typeof scoreSources)[number];

/** A call that has only this id is not scored. */
const idColumn = 'score_id';

/** Score columns of `calls` with their PostgreSQL types (docs/reference/figures.md). */
export const scoreColumns: ReadonlyMap<string, string> = new Map([
  [idColumn, 'text'],
  ['opportunity', 'boolean'],
  ['answered_by', 'smallint'],
  ['handler_id', 'text'],
  ['patient_type', 'smallint'],
  ['caller_gender', 'smallint'],
  ['payment_type', 'smallint'],
  ['caller_source', 'smallint'],
  ['wrong_source_mentioned', 'boolean'],
  ['source_mentioned', 'text'],
  ['ivr_outcome', 'smallint'],
  ['voicemail_outcome', 'smallint'],
  ['voicemail_left_message', 'boolean'],
  ['voicemail_wants_appointment', 'boolean'],
  ['caller_language', 'smallint'],
  ['follow_up_opportunity', 'boolean'],
  ['follow_up_reason', 'smallint'],
  ['non_opportunity_reason', 'smallint'],
  ['no_appointment_scheduled_reason', 'smallint'],
  ['highlights', 'text'],
  ['asked_for_appointment', 'boolean'],
  ['appointment_caller_mentioned', 'boolean'],
  ['asked_for_source', 'boolean'],
  ['source_caller_mentioned', 'boolean'],
  ['good_impression', 'boolean'],
  ['asked_for_additional_appointment', 'boolean'],
  ['additional_appointment_caller_mentioned', 'boolean'],
  ['interacted_with_ivr', 'boolean'],
  ['placed_on_hold', 'boolean'],
  ['asked_to_place_on_hold', 'boolean'],
  ['hold_seconds', 'integer'],
  ['price_answer', 'smallint'],
]);

const names = [...scoreColumns.keys()];

/** Null without a value: a call that needs no follow-up has `false`, like an unscored one. */
const filledValue = (row: string, name: string) =>
  name === 'follow_up_opportunity' ? `nullif(${row}.${name}, false)` : `${row}.${name}`;

export const isScored = (row: string): string =>
  `(num_nonnulls(${names
    .filter((name) => name !== idColumn)
    .map((name) => filledValue(row, name))
    .join(', ')}) > 0)`;

export const hasScoreOrId = (row: string): string => `(${isScored(row)} or ${row}.${idColumn} is not null)`;

export const isScoredJson = (score: string): string => `(${score} - '${idColumn}' <> '{}')`;

export const scoreJson = (row: string): string =>
  `jsonb_strip_nulls(jsonb_build_object(${names.map((name) => `'${name}', ${filledValue(row, name)}`).join(', ')}))`;

export const scoreValues = (score: string): [name: string, sql: string][] =>
  [...scoreColumns].map(([name, type]) => {
    const value = `(${score} ->> '${name}')::${type}`;
    return [name, name === 'follow_up_opportunity' ? `coalesce(${value}, false)` : value];
  });

/** SQL of a source's value, for a row of `calls` that shows the score of any source. */
export const scoreValueOf = (name: string, source: ScoreSource, row = 'calls'): string =>
  `case when coalesce(${row}.score_source, '${source}') = '${source}' then ${row}.${name} else (
    select (beside.score ->> '${name}')::${scoreColumns.get(name)} from call_scores beside
    where beside.account_id = ${row}.account_id and beside.id = ${row}.id and beside.source = '${source}') end`;

/** A higher source has a higher number. */
export const rankOf = (source: string): string =>
  `array_position(array[${scoreSources.map((one) => `'${one}'`).join(', ')}], ${source})`;
