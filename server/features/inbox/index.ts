/*
 * Inbox: what waits for each of the provider's people, and the press that moves it.
 *   waiting      what waits, read from the rows of other rooms: each kind is a query of {@link Waiting}, or a list
 *   questions    rows of the feed that may be rows made here
 *   silent-lines    lines and offices without calls for longer than usual, found each hour
 *   machine      what operators of the team move: parked references, messages, jobs, rejected rows
 * Kinds and who sees them: contract/rules/inbox.ts.
 * Tables: inbox_dismissals, silent_lines.
 * Routes: /provider/inbox and below.
 * Tasks: `find silent lines`, each hour; dismissals end after a time.
 */
import * as contract from '@mailcall/contract/provider-inbox.ts';
import { decisionsShownDays, dismissalOfKind } from '@mailcall/contract/rules/inbox.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { deskChanged } from '../changes/index.ts';
import type { KindHandler } from '../connectors/index.ts';
import type { Viewer } from '../identity/index.ts';
import { answerFeedQuestion } from '../ingest/index.ts';
import { forgetSeenRejections } from './machine.ts';
import { findQuestions } from './questions.ts';
import { requestSilentLines } from './silent-lines.ts';
import { countWaiting, findWaiting, kindsOf, presentWaiting, readDismissed, readWaiting } from './waiting.ts';

export { silenceTasks } from './silent-lines.ts';

type InboxDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

const isDone = () => notFound('This is done already.');

export function serveInbox(
  routes: RouteServer<Viewer>,
  dependencies: InboxDependencies,
  handlers: readonly KindHandler[],
): void {
  const { database, clock } = dependencies;
  const { kysely } = database;
  const askingFor = async (viewer: Viewer) => {
    const now = clock.now();
    return { viewer, now, dismissed: await readDismissed(kysely, now), handlers };
  };

  routes.serve(contract.listInbox, async ({ viewer, query: { kind, after, pageSize } }) => {
    const own = kindsOf(viewer).filter((one) => kind === undefined || one === kind);
    const found = await readWaiting(
      kysely,
      { ...(await askingFor(viewer)), kinds: own },
      { after: after === undefined ? null : contract.inboxPosition(after), limit: pageSize },
    );
    const records = await presentWaiting(kysely, found.slice(0, pageSize));
    const last = records.at(-1);
    return { records, next: found.length > pageSize && last ? contract.inboxCursor(last) : null };
  });

  routes.serve(contract.countInbox, async ({ viewer }) => {
    const asking = await askingFor(viewer);
    const counts = await Promise.all(
      kindsOf(viewer).map(async (kind) => ({
        kind,
        count: await countWaiting(kysely, { ...asking, kind }),
      })),
    );
    const kinds = counts.filter(({ count }) => count > 0);
    return { total: kinds.reduce((total, { count }) => total + count, 0), kinds };
  });

  routes.serve(contract.dismissInboxItem, async ({ viewer, body: { kind, id } }) => {
    if (!kindsOf(viewer).includes(kind)) throw isDone();
    const time = dismissalOfKind[kind];
    if (time === undefined) throw notPossible('This ends when the work is done.');
    const asking = await askingFor(viewer);
    const { now } = asking;
    const accountId = await findWaiting(kysely, { ...asking, kind }, id);
    if (accountId === undefined) throw isDone();
    if (kind === 'rejected') {
      await forgetSeenRejections(kysely, id);
      return {};
    }
    await sql`
      insert into inbox_dismissals (account_id, kind, item_id, dismissed_by_id, dismissed_at, hidden_until)
      values (${accountId}, ${kind}, ${id}, ${viewer.contactId}, ${now},
        ${time === null ? null : new Date(now.getTime() + time)}::timestamptz)
      on conflict (account_id, kind, item_id) do update set dismissed_by_id = excluded.dismissed_by_id,
        dismissed_at = excluded.dismissed_at, hidden_until = excluded.hidden_until`.execute(kysely);
    await deskChanged(kysely, 'inbox', accountId === '' ? null : [accountId]);
    return {};
  });

  routes.serve(contract.answerInboxQuestion, async ({ viewer, params: { id }, body: { answer } }) => {
    if ((await findQuestions(kysely, viewer, id)).length === 0) throw isDone();
    await answerFeedQuestion(dependencies, {
      id,
      answer,
      by: { contactId: viewer.contactId, at: clock.now() },
    });
    return {};
  });
}

/** Nothing shows what they hide. */
export async function cleanInbox({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - days(2 * decisionsShownDays));
  await sql`
    delete from inbox_dismissals where dismissed_at < ${before}
      and (hidden_until is null or hidden_until < ${clock.now()})`.execute(database.kysely);
  await requestSilentLines(database.kysely);
}
