import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import { waitForImports } from '../../platform/import-lock.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import { deleteBodiesWithNumbers } from '../connectors/index.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { bumpAccountVersions, raiseEpochs } from '../changes/index.ts';
import { blankAppointments, blankCalls, blankPatients, lockRows, removeRecordings } from './blank-rows.ts';
import { endExports, type FoundCopies, findCopies, removeCopies } from './copies.ts';
import { eraseContacts } from './erase-contacts.ts';
import {
  countPerson,
  findPerson,
  type FoundPerson,
  type Identifier,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { appendToErasureLog, type ErasureEntry, readSalt } from './erasure-log.ts';
import { lockFoundRows } from './found-rows.ts';
import { removeNotedFiles } from './removed-files.ts';
import { erasedHash } from '../ingest/index.ts';
import { countTexts, findLeft, findTexts, type FoundTexts, sweepTexts } from './sweep-texts.ts';
import { isFreeText } from './text-columns.ts';

/** Keeps feeds and lists from bringing back earlier data. */
async function remember(
  transaction: Queryable,
  identifiers: readonly Identifier[],
  now: Date,
): Promise<ErasureEntry[]> {
  await sql`
    insert into erasure_salt (salt) values (${randomBytes(32).toString('base64')}) on conflict do nothing`.execute(
    transaction,
  );
  const salt = (await readSalt(transaction)) ?? '';
  const entries: ErasureEntry[] = [];
  for (const { kind, value } of identifiers) {
    const { rows } = await sql<{ hash: string }>`
      insert into erased_persons (kind, hash, erased_at)
      select ${kind}, ${sql.raw(erasedHash(kind, 'given.value'))}, ${now} from (values (${value}::text)) given (value)
      on conflict (kind, hash) do update set erased_at = excluded.erased_at
      returning encode(hash, 'hex') as hash`.execute(transaction);
    for (const { hash } of rows) entries.push({ kind, hash, salt, at: now.toISOString(), allowed: false });
  }
  return entries;
}

export interface ErasurePreview {
  found: FoundPerson;
  counts: PersonCounts & { texts: number };
  total: number;
}

/** Found without locks, because searching all texts takes long. */
interface Scan {
  found: FoundPerson;
  texts: FoundTexts[];
  copies: FoundCopies;
}

async function countPreview(
  database: Queryable,
  { found, texts }: Pick<Scan, 'found' | 'texts'>,
): Promise<ErasurePreview> {
  const counts = {
    ...(await countPerson(database, found)),
    texts: await countTexts(database, texts, found),
  };
  const total = counts.calls + counts.appointments + counts.patients + counts.contacts + counts.texts;
  return { found, counts, total };
}

const inSnapshot = <Result>(
  { database }: Pick<Dependencies, 'database'>,
  work: (snapshot: Queryable) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    return work(transaction);
  });

export const previewErasure = (
  dependencies: Pick<Dependencies, 'database'>,
  person: RequestedPerson,
): Promise<ErasurePreview> =>
  inSnapshot(dependencies, async (snapshot) => {
    const found = await findPerson(snapshot, person);
    return countPreview(snapshot, { found, texts: await findTexts(snapshot, found) });
  });

export interface Erasure {
  counts: PersonCounts & { texts: number };
  /** Rows that still name the person, by column. */
  left: Record<string, number>;
  files: { removed: number; failed: number };
}

/**
 * Rows stay without what identifies the person, so figures stay; recordings, messages and texts with the name go. After the search, one
 * transaction changes everything while no import runs; files follow. `shared` erases the rows of everyone with the number.
 * @throws {OperatorProblem} if the search differs from the preview's `total`, or others have the number
 */
export async function erasePerson(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
  person: RequestedPerson,
  confirmed: { total: number; shared: boolean },
): Promise<Erasure> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const sealedTexts = await openSealedTexts(dependencies.environment);
  const { texts, copies } = await inSnapshot(dependencies, async (snapshot) => {
    const found = await findPerson(snapshot, person);
    return { texts: await findTexts(snapshot, found), copies: await findCopies(snapshot, found) };
  });
  const { found, counts } = await retryingDeadlock(() =>
    database.transaction(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await waitForImports(transaction);
      const scan = { found: await findPerson(transaction, person), texts, copies };
      await lockRows(transaction, scan.found.calls);
      for (const rows of texts) await lockFoundRows(transaction, rows);
      const preview = await countPreview(transaction, scan);
      refuseUnconfirmed(preview, confirmed);
      await erase(transaction, scan, { sealedTexts, now });
      const remembered = await remember(transaction, scan.found.identifiers, now);
      await recordCommandRun(
        { database: transaction, clock },
        { command: 'person erase', startedAt: now, counts: { ...preview.counts } },
      );
      // before the commit, after which nothing may be missing
      await appendToErasureLog(dependencies.environment.dataFolder, remembered);
      return preview;
    }),
  );
  // an export that began before the commit has the names, too
  await database.transaction((transaction) => endExports(transaction, found.accountIds, clock.now()));
  let left = await inSnapshot(dependencies, (snapshot) => findLeft(snapshot, found));
  if (left.some(isReplaced)) {
    await sweepAgain(dependencies, found, now);
    left = await inSnapshot(dependencies, (snapshot) => findLeft(snapshot, found));
  }
  return {
    counts,
    left: Object.fromEntries(left.map(({ table, column, count }) => [`${table}.${column}`, count])),
    files: await removeNotedFiles(dependencies, { waits: true }),
  };
}

const isReplaced = (column: { table: string; column: string }) =>
  isFreeText(column) || ['outbox', 'ingest_reports', 'twilio_calls'].includes(column.table);

/** Texts written between the search and the locks. */
async function sweepAgain(
  dependencies: Pick<Dependencies, 'database'>,
  found: FoundPerson,
  now: Date,
): Promise<void> {
  const { texts, copies } = await inSnapshot(dependencies, async (snapshot) => ({
    texts: await findTexts(snapshot, found),
    copies: await findCopies(snapshot, found),
  }));
  await retryingDeadlock(() =>
    dependencies.database.transaction(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await waitForImports(transaction);
      for (const rows of texts) await lockFoundRows(transaction, rows);
      await removeCopies(transaction, { found, copies }, now);
      await raiseEpochs(transaction, await sweepTexts(transaction, texts, found));
    }),
  );
}

const deadlockState = '40P01';

async function retryingDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  const isDeadlock = (error: unknown) => (error as { code?: string }).code === deadlockState;
  return work()
    .catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      return work();
    })
    .catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      throw new OperatorProblem('Nothing was erased: people were saving the same rows, twice. Run it again.');
    });
}

function refuseUnconfirmed(
  { found, total }: ErasurePreview,
  confirmed: { total: number; shared: boolean },
): void {
  if (found.sharedBy.length > 0 && !confirmed.shared)
    throw new OperatorProblem(
      ['Others have this number. Nothing was erased.', ...found.sharedBy, sharedHint].join('\n'),
    );
  if (total !== confirmed.total)
    throw new OperatorProblem(
      `Nothing was erased: ${total} rows and texts are found now, not ${confirmed.total}. Run it without --yes and look again.`,
    );
}

export const sharedHint = 'With --shared the calls, appointments and patients of all of them are erased.';

async function erase(
  transaction: Queryable,
  scan: Scan,
  { sealedTexts, now }: { sealedTexts: SealedTexts; now: Date },
): Promise<void> {
  const { found } = scan;
  for (const rows of found.calls) {
    await removeRecordings(transaction, rows, now);
    await blankCalls(transaction, rows, now);
  }
  for (const rows of found.appointments) {
    const version = (await bumpAccountVersions(transaction, [rows.accountId])).get(rows.accountId) ?? '0';
    await blankAppointments(transaction, { ...rows, version }, 'id');
  }
  for (const rows of found.patients) await blankPatients(transaction, rows, now);
  await removeCopies(transaction, scan, now);
  await deleteBodiesWithNumbers(transaction, sealedTexts, found.marks.numbers);
  await eraseContacts(
    transaction,
    found.contacts.map(({ id }) => id),
    now,
  );
  const swept = await sweepTexts(transaction, scan.texts, found);
  // cached answers have the former texts
  await raiseEpochs(transaction, [...found.accountIds, ...swept]);
}
