import type { FeedAnswer, FeedQuestion } from '@mailcall/contract/edited-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { type EditDependencies, type EditedBy, inEditRun, mergeGivenRows } from './edit-run.ts';
import { executeSql } from './execute-sql.ts';
import { recordEdit } from './edited-rows.ts';
import { feedFile } from './feed-files.ts';

interface QuestionRow {
  id: string;
  file: FeedQuestion['file'];
  column: FeedQuestion['column'];
  feedId: string;
  feedRow: FeedQuestion['feedRow'];
  rowId: string;
  accountId: string | null;
  askedAt: Date;
}

const questionColumns = `id, file, column_name as "column", feed_id as "feedId", cells as "feedRow", row_id as "rowId",
  account_id as "accountId", asked_at as "askedAt"`;

/** Neither has the feed's person come since, nor was the other row tied or removed. */
const isOpen = `rejected_at is null
  and not exists (select 1 from tied_ids tied where tied.file = question.file and tied.row_id = question.row_id)
  and not exists (select 1 from contacts known where question.file = 'contacts' and (known.id = question.feed_id or (known.id = question.row_id and known.deleted)))`;

/** 'ACCOUNT ID' of the feed's lines that have come since; a query of their own, because a cluster does not join them with questions. */
async function readKnownLines(database: Queryable, questions: readonly QuestionRow[]): Promise<Set<string>> {
  const lines = questions.filter(({ file }) => file === 'tracking-lines');
  if (lines.length === 0) return new Set();
  const { rows } = await executeSql<{ name: string }>(
    database,
    `select account_id || ' ' || id as name from tracking_lines where account_id = any($1) and id = any($2)`,
    [lines.map(({ accountId }) => accountId), lines.map(({ feedId }) => feedId)],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Oldest first, at most 1,000, or the one with `id`. The caller shows a person only questions about rows that they may change. */
export async function listFeedQuestions(
  database: Queryable,
  id: string | null = null,
): Promise<(FeedQuestion & { accountId: string | null })[]> {
  const { rows } = await executeSql<QuestionRow>(
    database,
    `select ${questionColumns} from feed_questions question where ${isOpen} and ($1::uuid is null or id = $1)
      order by asked_at, id limit 1000`,
    [id],
  );
  const known = await readKnownLines(database, rows);
  return rows
    .filter(
      ({ file, accountId, feedId }) => file !== 'tracking-lines' || !known.has(`${accountId} ${feedId}`),
    )
    .map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }));
}

/**
 * `tie`: both are one row. `keep apart`: they are two, after one of them got another email or number. `reject`: later imports reject the
 * feed's row. The caller has checked that the person may change the row. @throws {Problem} 404 without an open question, 422 if the
 * feed's row cannot be saved
 */
export async function answerFeedQuestion(
  dependencies: EditDependencies,
  { id, answer, by }: { id: string; answer: FeedAnswer; by: EditedBy },
): Promise<void> {
  await inEditRun(dependencies, { byPerson: false }, async (run) => {
    const { database } = run;
    const { rows } = await executeSql<QuestionRow>(
      database,
      `select ${questionColumns} from feed_questions where id = $1 and rejected_at is null for update`,
      [id],
    );
    const [question] = rows;
    if (!question) throw notFound('This question is answered already.');
    await executeSql(
      database,
      `update feed_questions set rejected_by_id = $2, rejected_at = $3, cells = '{}' where id = $1`,
      [id, by.contactId, by.at],
    );
    await recordEdit(database, { file: question.file, ids: [question.rowId], action: () => answer, by });
    if (answer === 'reject') return;
    const cells = { ...question.feedRow, ...(answer === 'tie' && { portal_id: question.rowId }) };
    const [problem] = await mergeGivenRows(run, feedFile(question.file), [cells]);
    if (problem && answer === 'keep apart' && problem.column === question.column)
      throw notPossible(`Both have the same ${question.column}. Change one of them first.`);
    if (problem) throw notPossible(`The feed’s row cannot be saved: ${problem.column} ${problem.reason}.`);
    await executeSql(database, 'delete from feed_questions where id = $1', [id]);
  });
}
