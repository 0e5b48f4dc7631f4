import { dimensionNames, dimensions } from '@mailcall/contract/figures/dimensions.ts';
import type { IdKind } from '../scope/index.ts';
import { combinationColumns, combinationTable } from './combinations.ts';

interface CopiedColumn {
  name: string;
  /** Type in DuckDB; `code` is the number of an id of that kind. */
  type: 'varchar' | 'integer' | 'smallint' | 'boolean' | 'timestamptz' | 'date' | { code: IdKind };
  /** SQL of its value in the record; absent: the column itself. */
  read?: (column: string) => string;
}

export const idColumns: Readonly<Record<string, IdKind>> = {
  account_id: 'account',
  campaign_id: 'campaign',
  handler_id: 'handler',
  tracking_line_id: 'line',
};

export interface ReadAccounts {
  /** SQL of a table `stale` of all accounts: `account_id`, and the `version` that the copy has. */
  all: string;
  /** SQL of the accounts whose rows are all read; null without any. */
  whole: string | null;
  /** SQL of the accounts whose changed rows alone are read; null without any. */
  behind: string | null;
}

export interface CopiedTable {
  name: string;
  columns: readonly CopiedColumn[];
  rowsOf: (accounts: ReadAccounts) => string;
}

const typed = (type: CopiedColumn['type'], names: string): CopiedColumn[] =>
  names.split(/\s+/).map((name) => ({ name, type }));

/** Without line breaks DuckDB can read the lines of a file on all its threads. */
const withoutLineBreaks = (text: string) => String.raw`replace(replace(${text}, E'\n', ' '), E'\r', ' ')`;

const searchText: CopiedColumn = { name: 'search_text', type: 'varchar', read: withoutLineBreaks };

/** Search text before the summary, which is three times as long. The copy alone has it, for the search of everything. */
const callerText: CopiedColumn = {
  name: 'caller_text',
  type: 'varchar',
  read: () => {
    const parts = [1, 2, 3].map((part) => `split_part(calls.search_text, '¦', ${part})`);
    return withoutLineBreaks(parts.join(" || '¦' || "));
  },
};

const callColumns: readonly CopiedColumn[] = [
  { name: 'account_id', type: { code: 'account' } },
  { name: 'id', type: 'varchar' },
  { name: 'call_date_time', type: 'timestamptz' },
  { name: 'local_day', type: 'date' },
  { name: 'resolve_date', type: 'timestamptz' },
  ...typed('integer', 'duration_seconds hold_seconds'),
  ...typed('smallint', dimensionNames.map((name) => dimensions[name].column).join(' ')),
  ...typed('smallint', 'price_answer appointment_count local_hour local_weekday'),
  ...typed(
    'boolean',
    `opportunity wrong_source_mentioned follow_up_opportunity asked_for_appointment appointment_caller_mentioned
    asked_for_source source_caller_mentioned good_impression asked_for_additional_appointment
    additional_appointment_caller_mentioned interacted_with_ivr placed_on_hold asked_to_place_on_hold has_audio deleted before_callbacks`,
  ),
  { name: 'campaign_id', type: { code: 'campaign' } },
  { name: 'handler_id', type: { code: 'handler' } },
  { name: 'tracking_line_id', type: { code: 'line' } },
  searchText,
  callerText,
];

const inquiryColumns: readonly CopiedColumn[] = [
  { name: 'account_id', type: { code: 'account' } },
  // each source has ids of its own
  { name: 'id', type: 'varchar', read: () => "inquiries.source || ' ' || inquiries.id" },
  ...typed('varchar', 'call_id kind item_id item_name'),
  ...typed('boolean', 'deleted'),
];

const appointmentColumns: readonly CopiedColumn[] = [
  { name: 'account_id', type: { code: 'account' } },
  ...typed('varchar', 'id call_id previous_appointment_id first_name last_name'),
  ...typed('timestamptz', 'date_time'),
  ...typed('boolean', 'deleted'),
  searchText,
];

/** Including calls whose inquiries or appointments changed. */
const changedCalls = (behind: string) =>
  ['calls.id', 'inquiries.call_id', 'appointments.call_id']
    .map((callId) => {
      const [table] = callId.split('.');
      return `select ${table}.account_id, ${callId} as id
        from ${behind} join ${table} on ${table}.account_id = stale.account_id and ${table}.version > stale.version`;
    })
    .join(' union ');

const selectedColumns = (table: string, columns: readonly CopiedColumn[]): string =>
  columns.map(({ name, read = (column) => column }) => read(`${table}.${name}`)).join(', ');

/** Rows of new accounts without removed ones; all rows of changed calls, so that removed rows leave the copy. @param callId column */
const tableOfCalls = (name: string, callId: string, columns: readonly CopiedColumn[]): CopiedTable => {
  const names = selectedColumns(name, columns);
  return {
    name,
    columns,
    rowsOf: ({ whole, behind }) =>
      [
        whole &&
          `select ${names} from ${whole} join ${name} on ${name}.account_id = stale.account_id where not ${name}.deleted`,
        behind &&
          `select ${names} from (${changedCalls(behind)}) as changed
          join ${name} on ${name}.account_id = changed.account_id and ${name}.${callId} = changed.id`,
      ]
        .filter((rows) => rows !== null)
        .join(' union all '),
  };
};

export const copiedCalls = tableOfCalls('calls', 'id', callColumns);
export const copiedInquiries = tableOfCalls('inquiries', 'call_id', inquiryColumns);
export const copiedAppointments = tableOfCalls('appointments', 'call_id', appointmentColumns);

export const copiedStaff: CopiedTable = {
  name: 'staff',
  columns: [
    { name: 'account_id', type: { code: 'account' } },
    { name: 'id', type: { code: 'handler' } },
    ...typed('varchar', 'name staff_type'),
  ],
  rowsOf: ({ all }) =>
    `select staff.account_id, staff.id, staff.name, staff.staff_type from ${all} join staff on staff.account_id = stale.account_id`,
};

const campaignColumns: readonly CopiedColumn[] = [
  { name: 'account_id', type: { code: 'account' } },
  { name: 'id', type: { code: 'campaign' } },
  searchText,
];

/** Copies all campaigns of an account when one of them changed. */
export const copiedCampaigns: CopiedTable = {
  name: 'campaigns',
  columns: campaignColumns,
  rowsOf: ({ all }) =>
    `select ${selectedColumns('campaigns', campaignColumns)} from ${all} join campaigns on campaigns.account_id = stale.account_id`,
};

/** SQL of a digest by account of {@link copiedCampaigns}, whose rows have no version of their own. */
export const campaignDigests = (accounts: string): string => `
  select stale.account_id as id,
    concat(count(campaigns.id), ' ', sum(hashtextextended(concat_ws(' ', campaigns.id, campaigns.search_text), 0))) as digest
  from ${accounts} left join campaigns on campaigns.account_id = stale.account_id group by stale.account_id`;

export const copiedAccounts: CopiedTable = {
  name: 'accounts',
  columns: [{ name: 'id', type: { code: 'account' } }, ...typed('varchar', 'name time_zone')],
  rowsOf: ({ all }) =>
    `select accounts.id, accounts.name, accounts.time_zone from ${all} join accounts on accounts.id = stale.account_id`,
};

export const copiedValues: CopiedTable = {
  name: 'dimension_values',
  columns: [...typed('varchar', 'dimension'), ...typed('smallint', 'code'), ...typed('varchar', 'value')],
  rowsOf: () => 'select dimension, code, value from dimension_values',
};

const duckDbType = ({ type }: CopiedColumn): string => (typeof type === 'string' ? type : 'integer');
export const readType = ({ type }: CopiedColumn): string => (typeof type === 'string' ? type : 'varchar');

const columnsOf = ({ columns }: CopiedTable) =>
  columns.map((column) => `${column.name} ${duckDbType(column)}`).join(', ');

const keptCallColumns = callColumns.filter(({ name }) => name !== 'deleted');

/** Raise it whenever the tables below change: a file with other tables is built again. */
export const layoutVersion = 14;

/**
 * Tables with the record's names. `calls` and the inquiries' tables are views without removed rows, so that DuckDB leaves out that
 * condition of a query. `calls` numbers its rows; `call_inquiries` refers to these numbers and has the columns of scopes; one inquiry of
 * each kind of a call is its first. `account_version.campaigns` is of {@link campaignDigests}. What calls are counted by has numbers:
 * see {@link combinationTable}, and `items` of inquiries.
 */
export const copyTables: readonly string[] = [
  'create table origin (layout integer, origin varchar)',
  'create table ids (kind varchar, code integer, id varchar)',
  'create table account_version (account_id integer, version bigint, epoch bigint, calls integer, campaigns varchar)',
  `create table dimension_values (${columnsOf(copiedValues)})`,
  'create sequence call_numbers',
  `create table copied_calls (${columnsOf({ ...copiedCalls, columns: keptCallColumns })}, call_number integer, ${combinationColumns})`,
  'create view calls as select *, false as deleted from copied_calls',
  combinationTable,
  'create table items (code integer, kind varchar, item_id varchar, item_name varchar)',
  `create table copied_inquiries (account_id integer, call_number integer, call_date_time timestamptz, local_day date, campaign_id integer,
    campaign_type smallint, id varchar, kind varchar, item_id varchar, item_name varchar, call_id varchar,
    item_code integer, is_first boolean)`,
  `create view call_inquiries as select *, account_id as inquiry_account_id, false as deleted from copied_inquiries`,
  `create view inquiries as select account_id, call_id, kind, item_id, item_name, false as deleted from copied_inquiries`,
  `create table appointments (${columnsOf(copiedAppointments)})`,
  `create table staff (${columnsOf(copiedStaff)})`,
  `create table campaigns (${columnsOf(copiedCampaigns)})`,
  `create table accounts (${columnsOf(copiedAccounts)})`,
];
