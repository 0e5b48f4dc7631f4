import * as contract from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, orRefused } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { type OperatorChange, recordOperatorChange } from '../activity/index.ts';
import { resumeWebhook } from '../data-out/index.ts';
import {
  endSessionsByOperator,
  revokeApiKey,
  revokeGrant,
  rotateSigningKeys,
  type Viewer,
} from '../identity/index.ts';
import { type Outbox, resendOutbox } from '../outbox/index.ts';

/** Jobs that were given up have all their attempts again. */
async function retryFailedJobs(database: Queryable, task: string, now: Date): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${task} and jobs.locked_at is null and jobs.attempts >= jobs.max_attempts
    ), run_at => ${now}::timestamptz, attempts => 0)`.execute(database);
  return rows.length;
}

/** The changes of System, which are those that do no harm in a browser. Each is in the access log. */
export function serveSystemChanges(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { outbox: Outbox },
): void {
  const { database, clock, outbox } = dependencies;
  const record = (
    { contactId }: Viewer,
    action: OperatorChange,
    kind: string,
    subjectId: string,
    transaction: Queryable = database.kysely,
  ) => recordOperatorChange(transaction, { contactId, action, kind, subjectId, at: clock.now() });

  routes.serve(contract.retryJobs, ({ viewer, body }) =>
    database.transaction(async (transaction) => {
      const retried = await retryFailedJobs(transaction, body.task, clock.now());
      await record(viewer, 'retry', 'jobs', body.task, transaction);
      return { retried };
    }),
  );

  routes.serve(contract.resendMessage, async ({ viewer, params }) => {
    await record(viewer, 'resend', 'message', params.id);
    await orRefused(() => resendOutbox(outbox, params.id));
    return {};
  });

  routes.serve(contract.resumeWebhook, async ({ viewer, params }) => {
    await record(viewer, 'resume', 'webhook', params.id);
    return { accounts: await orRefused(() => resumeWebhook(dependencies, params.id)) };
  });

  routes.serve(contract.revokeApiKey, ({ viewer, params }) =>
    database.transaction(async (transaction) => {
      const { id } = await orRefused(() => revokeApiKey(transaction, params.id, clock.now()));
      await record(viewer, 'revoke', 'API key', id, transaction);
      return {};
    }),
  );

  routes.serve(contract.revokeGrant, async ({ viewer, params }) => {
    await record(viewer, 'revoke', 'scoreboard grant', params.id);
    await orRefused(() => revokeGrant(database, params.id, clock.now()));
    return {};
  });

  routes.serve(contract.endContactSessions, async ({ viewer, params }) => {
    const contact = await database.kysely
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', params.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!contact) throw notFound(`Contact ${params.id} not found`);
    await record(viewer, 'end', 'sessions', params.id);
    const { ended, removedPasskeys } = await orRefused(() =>
      endSessionsByOperator(dependencies, contact.email),
    );
    return { ended, removedPasskeys };
  });

  routes.serve(contract.rotateSigningKey, async ({ viewer }) => {
    await record(viewer, 'rotate', 'signing key', '');
    await orRefused(() => rotateSigningKeys(dependencies, { revoke: false }));
    return {};
  });
}
