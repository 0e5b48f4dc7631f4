import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { requeueInterrupted, type Tasks } from '../../platform/jobs.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import { type KeptBody, readBodies } from './call-bodies.ts';
import { readCompaniesOf } from './companies.ts';
import { type Connection, findConnection } from './connections.ts';
import type { KindHandler } from './kind-handler.ts';
import { readSecrets } from './secrets.ts';
import type { ImportQueue } from '../ingest/index.ts';
import type { TheirCall } from './call-system.ts';
import { callSystemOf } from './systems.ts';
import { noteGone } from './gone-calls.ts';
import { importCalls } from './import-calls.ts';
import {
  claimCalls,
  importTask,
  requestImport,
  type SettledCall,
  settleCalls,
  someAreClaimed,
  type WaitingCall,
} from './waiting-calls.ts';

const batch = 20;
const fetchTimeout = seconds(30);
/** Milliseconds; after half of them another job goes on. */
const maxWorkTime = minutes(10);
/** Milliseconds before a job looks again for calls that another one had claimed. */
const claimedDelay = seconds(30);
/** After three failures in a row, the rest is left to a later attempt. */
class Failures {
  #inRow = 0;
  any = false;

  get areMany(): boolean {
    return this.#inRow >= 3;
  }

  add(): void {
    this.#inRow += 1;
    this.any = true;
  }

  reset(): void {
    this.#inRow = 0;
  }
}

type Reading = { row: TheirCall } | { state: 'gone' | 'waiting'; reason: string; failed: boolean };

type ImportDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

export class ConnectedCalls {
  readonly tasks: Tasks = {
    [importTask]: (payload) => this.#work(z.object({ connection: z.string() }).parse(payload).connection),
  };
  readonly #dependencies: ImportDependencies;
  readonly #queue: ImportQueue;
  readonly #handlers: readonly KindHandler[];
  #sealedTexts: Promise<SealedTexts> | null = null;

  constructor(dependencies: ImportDependencies, queue: ImportQueue, handlers: readonly KindHandler[]) {
    this.#dependencies = dependencies;
    this.#queue = queue;
    this.#handlers = handlers;
  }

  resume(after = maxWorkTime): Promise<void> {
    return this.#dependencies.database.transaction((transaction) =>
      requeueInterrupted(transaction, importTask, after),
    );
  }

  async #work(name: string): Promise<void> {
    const { database, clock } = this.#dependencies;
    const connection = await findConnection(database.kysely, name);
    if (!connection || connection.pausedAt !== null) return;
    const startedAt = performance.now();
    const tried = new Set<string>();
    const failures = new Failures();
    for (;;) {
      const given = { connection: name, tried: [...tried], limit: batch, now: clock.now() };
      const calls = await claimCalls(database.kysely, given);
      if (calls.length === 0) break;
      for (const { callId } of calls) tried.add(callId);
      for (const changed of await this.#importBatch(connection, calls, failures)) tried.delete(changed);
      if (failures.areMany) break;
      if (performance.now() - startedAt < maxWorkTime / 2) continue;
      await requestImport(database.kysely, name);
      return;
    }
    // an event that came meanwhile has replaced the job that claimed them: if that fails, nothing else tries again
    if (!failures.any && (await someAreClaimed(database.kysely, name, clock.now())))
      await requestImport(database.kysely, name, claimedDelay);
    if (failures.any) throw new Error('Calls of a connection could not be read from its API.');
  }

  async #importBatch(
    connection: Connection,
    calls: readonly WaitingCall[],
    failures: Failures,
  ): Promise<string[]> {
    const settled: SettledCall[] = [];
    const changed: string[] = [];
    const toImport: { call: WaitingCall; row: TheirCall }[] = [];
    try {
      const bodies = await this.#bodiesOf(connection, calls);
      const undecided = await this.#undecidedOf(connection);
      for (const call of calls) {
        const reading = failures.areMany
          ? { state: 'waiting' as const, reason: 'the API could not be read before', failed: false }
          : undecided(call)
            ? {
                state: 'waiting' as const,
                reason: `its ${callSystemOf(connection.kind).agencies.noun} waits for a decision`,
                failed: false,
              }
            : await this.#read(connection, call, bodies.get(call.callId) ?? []);
        if ('row' in reading) {
          toImport.push({ call, row: reading.row });
          failures.reset();
          continue;
        }
        const { failed, ...result } = reading;
        settled.push({ ...call, ...result, mappingVersion: null });
        if (failed) failures.add();
      }
      settled.push(...(await this.#import(connection, toImport)));
    } finally {
      const done = new Set(settled.map(({ callId }) => callId));
      const rest = calls
        .filter(({ callId }) => !done.has(callId))
        .map((call) => ({
          ...call,
          mappingVersion: null,
          state: 'waiting' as const,
          reason: 'the import did not end',
        }));
      const all = [...settled, ...rest];
      const { database, clock } = this.#dependencies;
      changed.push(...(await settleCalls(database.kysely, connection.name, all)));
      const gone = settled.flatMap(({ callId, state }) => (state === 'gone' ? [callId] : []));
      await noteGone(database.kysely, connection, gone, clock.now());
    }
    return changed;
  }

  /** Calls of companies that somebody has to confirm first, or again. */
  async #undecidedOf({ name, isAgency, agency, companyId }: Connection) {
    if (!isAgency && agency === null) return () => false;
    const confirmed = await readCompaniesOf(this.#dependencies.database.kysely, { name, agency });
    return (call: WaitingCall) => !confirmed.has(companyId ?? call.companyId ?? '');
  }

  async #bodiesOf(
    connection: Connection,
    calls: readonly WaitingCall[],
  ): Promise<ReadonlyMap<string, KeptBody[]>> {
    const { database, environment } = this.#dependencies;
    this.#sealedTexts ??= openSealedTexts(environment);
    const callIds = calls.map(({ callId }) => callId);
    const given = { connection: connection.name, callIds };
    return Map.groupBy(
      await readBodies(database.kysely, await this.#sealedTexts, given),
      ({ callId }) => callId,
    );
  }

  async #import(
    connection: Connection,
    given: readonly { call: WaitingCall; row: TheirCall }[],
  ): Promise<SettledCall[]> {
    const rows = given.map(({ row }) => row);
    try {
      const outcomes = await importCalls(this.#dependencies, this.#queue, connection, rows);
      return given.map(({ call }, index) => ({
        ...call,
        state: outcomes[index]?.state ?? 'failed',
        reason: outcomes[index]?.reason ?? null,
        mappingVersion: outcomes[index]?.mappingVersion ?? null,
        recordId: outcomes[index]?.recordId ?? null,
      }));
    } catch (error) {
      // operators can fix these; everything else is tried again
      if (!(error instanceof OperatorProblem)) throw error;
      return given.map(({ call }) => ({
        ...call,
        state: 'failed',
        reason: error.message,
        mappingVersion: null,
      }));
    }
  }

  /** Uses the newest body if all bodies say when the call changed, otherwise the API. */
  async #read(connection: Connection, call: WaitingCall, bodies: readonly KeptBody[]): Promise<Reading> {
    // among equal times, the one that came last
    const newest = bodies
      .toSorted((one, other) => (one.modifiedAt?.getTime() ?? 0) - (other.modifiedAt?.getTime() ?? 0))
      .at(-1);
    if (!newest || bodies.some(({ modifiedAt }) => modifiedAt === null)) return this.#fetch(connection, call);
    return { row: callSystemOf(connection.kind).readEvent(Buffer.from(newest.text), {}).row };
  }

  async #fetch(connection: Connection, { callId, companyId }: WaitingCall): Promise<Reading> {
    const { database, clock, environment } = this.#dependencies;
    const fetchCall = this.#handlers.find(({ kind }) => kind === connection.kind)?.fetchCall;
    const now = clock.now();
    this.#sealedTexts ??= openSealedTexts(environment);
    const purpose = { connection: connection.agency ?? connection.name, purpose: 'api' as const };
    const { secrets, problem } = await readSecrets(database.kysely, await this.#sealedTexts, purpose, now);
    if (!fetchCall || secrets.length === 0)
      return {
        state: 'waiting',
        reason:
          problem ??
          `the event only names the call, and the key of the API is missing: npm run cli -- connections rotate ${connection.name} --api`,
        failed: false,
      };
    try {
      const signal = AbortSignal.timeout(fetchTimeout);
      const row = await fetchCall(
        this.#dependencies,
        connection,
        callId,
        signal,
        connection.companyId ?? companyId,
      );
      return row ? { row } : { state: 'gone', reason: 'the system has no such call', failed: false };
    } catch (error) {
      const reason = error instanceof OperatorProblem ? error.message : 'the API could not be read';
      return { state: 'waiting', reason, failed: true };
    }
  }
}
