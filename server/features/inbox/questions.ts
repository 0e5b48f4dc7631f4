import type { EditedRow, EditedValues, FeedQuestion } from '@mailcall/contract/edited-rows.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountNamesForOperators, contactsWithin, type Viewer } from '../identity/index.ts';
import { listFeedQuestions, readEditedRows } from '../ingest/index.ts';
import { noActions, type Waiting } from './waiting-item.ts';

const shownColumns = {
  contacts: ['name', 'email', 'phone', 'roles'],
  'tracking-lines': ['friendly_name', 'number', 'destination_number', 'status'],
} as const satisfies Record<FeedQuestion['file'], readonly string[]>;

type OpenQuestion = FeedQuestion & { accountId: string | null };

const officesOf = (values: EditedValues): string[] => values['account_ids']?.split(';') ?? [];

/** A chosen account is not enough: both rows can name others, whose data a tie would open to the same person. */
const isWithin = ({ team }: Viewer, offices: readonly string[]): boolean =>
  team !== null &&
  (team.scope === 'all' ||
    (offices.length > 0 && offices.every((id) => team.scope !== 'all' && team.scope.has(id))));

async function managedContacts(
  database: Queryable,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts where id = any(${[...ids]}::text[]) and ${contactsWithin(viewer, 'contacts.id')}`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}

function shown(values: EditedValues, file: FeedQuestion['file']): EditedValues {
  return Object.fromEntries(shownColumns[file].map((column) => [column, values[column] ?? null]));
}

export interface FoundQuestion {
  id: string;
  since: Date;
  question: OpenQuestion;
  own: EditedRow;
  ownOffices: string[];
  feedOffices: string[];
}

/** Only those about rows that the viewer may change, all of whose accounts are theirs: oldest first, at most 1,000, or the one with `id`. */
export async function findQuestions(
  database: Queryable,
  viewer: Viewer,
  id: string | null = null,
): Promise<FoundQuestion[]> {
  const questions = await listFeedQuestions(database, id);
  if (questions.length === 0) return [];
  const idsOf = (file: FeedQuestion['file']) =>
    questions.filter((question) => question.file === file).map(({ rowId }) => rowId);
  const rows = new Map<string, EditedRow>();
  for (const file of ['contacts', 'tracking-lines'] as const)
    for (const row of await readEditedRows(database, file, idsOf(file))) rows.set(`${file} ${row.id}`, row);
  const managed = await managedContacts(database, viewer, idsOf('contacts'));
  return questions.flatMap((question: OpenQuestion) => {
    const own = rows.get(`${question.file} ${question.rowId}`);
    if (!own) return [];
    const isContact = question.file === 'contacts';
    const ownOffices = isContact ? officesOf(own.values) : [own.accountId ?? ''];
    const feedOffices = isContact ? officesOf(question.feedRow) : [question.accountId ?? ''];
    const isTheirs = isWithin(viewer, feedOffices) && (isContact || isWithin(viewer, ownOffices));
    return isTheirs && (!isContact || managed.has(question.rowId))
      ? [{ id: question.id, since: new Date(question.askedAt), question, own, ownOffices, feedOffices }]
      : [];
  });
}

export async function presentQuestions(
  database: Queryable,
  known: readonly FoundQuestion[],
): Promise<Waiting[]> {
  const names = await accountNamesForOperators(database, [
    ...new Set(known.flatMap(({ ownOffices, feedOffices }) => [...ownOffices, ...feedOffices])),
  ]);
  const named = (ids: readonly string[]) => ids.slice(0, 20).map((id) => names.get(id) ?? id);
  return known.map(({ id, since, question, own, ownOffices, feedOffices }) => ({
    kind: 'question' as const,
    id,
    accountId: ownOffices.length === 1 ? (ownOffices[0] ?? null) : null,
    since,
    subject: own.values[question.column] ?? question.feedRow[question.column] ?? '',
    ...noActions,
    opens: question.file === 'contacts' ? { kind: 'person' as const, id: question.rowId } : null,
    question: {
      file: question.file,
      column: question.column,
      feedRow: shown(question.feedRow, question.file),
      ownRow: shown(own.values, question.file),
      feedOffices: named(feedOffices),
      ownOffices: named(ownOffices),
    },
  }));
}
