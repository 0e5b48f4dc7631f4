import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface TextColumn {
  table: string;
  column: string;
  type: 'text' | 'jsonb' | 'text[]';
  owned: boolean;
}

/** Columns of texts, lists of texts and JSON, without ids and computed columns. */
export async function listTextColumns(database: Queryable): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select columns.table_name as table, columns.column_name as column,
      case when data_type = 'ARRAY' then 'text[]' when data_type = 'jsonb' then 'jsonb' else 'text' end as type,
      exists (select 1 from information_schema.columns other where other.table_schema = 'public'
        and other.table_name = columns.table_name and other.column_name = 'account_id') as owned
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (data_type in ('text', 'jsonb') or (data_type = 'ARRAY' and columns.udt_name = '_text'))
      and table_name not in ('migrations', 'command_runs', 'role_changes', 'operator_reads', 'erased_persons', 'erasure_salt', 'picklists',
        -- the provider's and the offices' own names and numbers
        'accounts', 'brands', 'staff', 'tracking_lines', 'sales_contacts', 'contacts', 'dimension_values', 'webhooks', 'api_keys',
        'connections', 'connection_assignments', 'connection_changes', 'connection_companies', 'connection_mappings', 'connection_parked', 'connection_syncs')
      and column_name <> 'id' and column_name !~ '_(id|ids|hash|key)$' and column_name <> 'key'
    order by 1, 2`.execute(database);
  return rows;
}

/** Written by people. Names are replaced only here; other columns hold names and numbers of their own. */
const freeTexts = new Set([
  'alerts.title',
  'call_actions.details',
  'call_scores.score',
  'calls.callback_outcome_summary',
  'calls.feed',
  'calls.highlights',
  'calls.source_mentioned',
  'emptied_patient_cells.cell_text',
  'exports.request',
  'inquiries.item_name',
  'rejected_patient_rows.cell_text',
  'review_comments.body',
  'review_comments.feed',
  'calibration_answers.score',
  'calibration_notes.agreed',
  'calibration_notes.note',
  'calibration_sets.name',
  'saved_views.address',
  'saved_views.name',
  'score_disputes.answer',
  'score_disputes.decision',
  'score_disputes.reason',
  'score_disputes.shown',
  'score_disputes.wanted',
  'score_drafts.score',
  'score_second_passes.answer',
  'score_second_passes.note',
  'score_second_passes.second_score',
  'score_second_passes.shown',
  'score_suggestions.suggestions',
  'score_versions.score',
  'transcript_turns.speaker',
  'transcript_turns.text',
]);

export const isFreeText = ({ table, column }: Pick<TextColumn, 'table' | 'column'>): boolean =>
  freeTexts.has(`${table}.${column}`);

export interface Marks {
  /** Phone numbers with country code. */
  numbers: readonly string[];
  emails: readonly string[];
  names: readonly string[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Any usual spelling, not part of a longer number. */
function numberPattern(digits: string): string {
  const own = /^1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  const written = own
    ? `(?:\\+?1[\\s.-]*)?\\(?${own[1]}\\)?[\\s.-]*${own[2]}[\\s.-]*${own[3]}`
    : `\\+?${digits}`;
  return `(?<![0-9])(?<![0-9]\\.)${written}(?![0-9])`;
}

const addressPattern = (email: string) => `(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`;

/** Whole words; `letter` is the class of characters in a word. */
const namePattern = (name: string, letter: string) =>
  `(?<!${letter})${escaped(name.trim()).replace(/\s+/g, '\\s+')}(?!${letter})`;

const likeEscaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Case-insensitive LIKE patterns that match every text with a mark, and some others; faster than the regular expression. */
export const likePatternsOf = ({ numbers, emails, names }: Marks): string[] => [
  // digits in their order, with anything between them
  ...numbers.map(
    (digits) =>
      `%${digits
        .replace(/^1(?=\d{10}$)/, '')
        .split('')
        .join('%')}%`,
  ),
  ...emails.map((email) => `%${likeEscaped(email)}%`),
  ...names.map((name) => `%${name.trim().split(/\s+/).map(likeEscaped).join('%')}%`),
];

const matchesNothing = '(?=a)b';

const patternWith = (letter: string, { numbers, emails, names }: Marks): string =>
  [
    ...numbers.map(numberPattern),
    ...emails.map(addressPattern),
    ...names.map((name) => namePattern(name, letter)),
  ].join('|') || matchesNothing;

export const patternOf = (marks: Marks): string => patternWith('[[:alnum:]]', marks);

// safe pattern: what repeats is one class, which no part next to it can match
export const expressionOf = (marks: Marks): RegExp => new RegExp(patternWith('[\\p{L}\\p{N}]', marks), 'giu');
