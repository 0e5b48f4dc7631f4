import type pg from 'pg';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { connectionOf, type Queryable } from '../../../platform/database.ts';
import { addJob, type Tasks } from '../../../platform/jobs.ts';
import { TaskThread } from '../../../platform/task-thread.ts';
import type { AuditThreadTask } from './audit-thread.ts';
import { findOutdatedLists, type OutdatedList, outdatedStateOf } from './input-hash.ts';

const auditPatientList = 'audit patient list';
const auditOutdatedLists = 'audit outdated patient lists';
const payloadSchema = z.object({ accountId: z.string(), patientListId: z.string() });

export async function requestAudit(transaction: Queryable, list: OutdatedList): Promise<void> {
  const { accountId, patientListId } = list;
  await addJob(
    transaction,
    auditPatientList,
    { accountId, patientListId },
    { key: `${auditPatientList} ${accountId} ${patientListId}` },
  );
}

export async function requestOutdatedAudits(transaction: Queryable): Promise<void> {
  await addJob(transaction, auditOutdatedLists, {}, { key: auditOutdatedLists });
}

/** Audits lists in the job process, each in its own thread. */
export class PatientAudits {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'>;
  readonly #threads = new Set<TaskThread<AuditThreadTask, void>>();
  readonly #stopping = new AbortController();

  constructor(dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'>) {
    this.#dependencies = dependencies;
  }

  get tasks(): Tasks {
    return {
      [auditPatientList]: (payload) => this.audit(payloadSchema.parse(payload)),
      [auditOutdatedLists]: () => this.auditOutdated(),
    };
  }

  /** Ends running audits without a result; the maintenance of the next start requests them again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#threads].map((thread) => thread.end(this.#stopping.signal.reason)));
  }

  /** Queues outdated lists after those that people just changed, whose jobs have another key. */
  async auditOutdated(): Promise<void> {
    const { database, environment } = this.#dependencies;
    const lists = await findOutdatedLists(database.kysely, environment.patientMatchDays);
    await database.transaction(async (transaction) => {
      for (const { accountId, patientListId } of lists)
        await addJob(
          transaction,
          auditPatientList,
          { accountId, patientListId },
          { key: `${auditOutdatedLists} ${accountId} ${patientListId}`, waitsForOthers: true },
        );
    });
  }

  async audit({ accountId, patientListId }: OutdatedList): Promise<void> {
    const { database, clock, environment } = this.#dependencies;
    const matchDays = environment.patientMatchDays;
    if (this.#stopping.signal.aborted) return;
    await database.exclusively(`${auditPatientList} ${accountId} ${patientListId}`, async () => {
      // starting a thread takes longer than this check
      if (!(await outdatedStateOf(database.kysely, { accountId, patientListId }, matchDays))) return;
      await this.#runThread({
        connection: plainConnection(connectionOf(database.pool)),
        task: { accountId, patientListId, matchDays, now: clock.now() },
      });
    });
  }

  async #runThread(task: AuditThreadTask): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const thread = new TaskThread<AuditThreadTask, void>(new URL('./audit-thread.ts', import.meta.url));
    this.#threads.add(thread);
    try {
      await thread.run(task);
    } catch (error) {
      if (error !== signal.reason) throw error;
    } finally {
      this.#threads.delete(thread);
      await thread.end();
    }
  }
}

function plainConnection(config: pg.ClientConfig): pg.PoolConfig {
  const { connectionString, host, port, user, password, database, ssl } = config;
  const known = { connectionString, host, port, user, password, database, ssl };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
