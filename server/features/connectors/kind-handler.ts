import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import type { Connection } from './connections.ts';
import type { SecretPurpose } from './secrets.ts';

/** With the unchanged bytes of the body. */
export interface PostedEvent {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

export interface KindWebhook {
  /** Accepted media types, among the route's; others are answered 415. */
  types: readonly string[];
  /** Maximum size of the body; above it the answer is 413. The route takes 4 MB at most. */
  maxBytes: number;
  /** Also checks the time, if signed. Must take the same time for every signature (`equalTexts`) and not trust the body. */
  isSigned(event: PostedEvent, secret: string, now: Date): boolean | Promise<boolean>;
  /** Runs in the transaction of the answer; long work is a job. @throws {Problem} 400 for an invalid body; then nothing is stored */
  receive(
    transaction: Queryable,
    event: PostedEvent & {
      connection: Connection;
      now: Date;
      sealedTexts: SealedTexts;
      environment: Environment;
    },
  ): Promise<void>;
  /** An event as the system would send it now, for `connections test`. */
  sample(secret: string, now: Date): PostedEvent;
}

export interface KindHandler {
  kind: ConnectionKind;
  title: string;
  /** For all companies of an agency; absent if its API lists none. */
  agency?: {
    /** Such as `company`. */
    noun: string;
    /** Whether its API needs the account's id. */
    needsAccount: boolean;
    /** Id of the company that the body names; the body is not checked yet. */
    companyOf(event: PostedEvent): string;
  };
  /** Such as `the signing key of the company`. */
  webhookSecret: string;
  /** Such as `the id of the account, ACC…`; only if the system's API needs it. */
  account?: string;
  /** Forms of secrets with two parts, by purpose, such as `NAME:PASSWORD`; others have one part. */
  secretForms?: Partial<Record<SecretPurpose, string>>;
  /** Lines for a person; the system must post to `address`. */
  setUp(address: string, connection: string): string[];
  webhook?: KindWebhook;
  /** YAML; applies unless the connection has its own. Absent for a kind without mappings. */
  readyMapping?(): Promise<string>;
  /** @throws {OperatorProblem} with the line of the first problem */
  checkMapping?(text: string): void;
  /** Lines for a person, and whether the import would fail; writes nothing. @throws {OperatorProblem} if an operator can fix it */
  dryRun?(
    dependencies: TestDependencies,
    connection: Connection,
    event: PostedEvent,
  ): Promise<{ lines: string[]; failed: boolean }>;
  countEvents?(database: Queryable): Promise<ReadonlyMap<string, EventCounts>>;
  /** Events that wait or could not be imported, at least in part, newest first, at most 100. */
  listUnfinished?(database: Queryable, connection: string): Promise<UnfinishedEvent[]>;
  /** Queues items since an instant, or all that are kept; returns their number. */
  replay?(transaction: Queryable, replayed: { connection: Connection; since: Date | null }): Promise<number>;
  assignedTo: 'tracking line' | 'mailing';
  /** How parked items that cannot be queued come again; a sentence for a person. */
  bringParked?(connection: string): string;
  /** For a new API key. */
  requestWaiting?(transaction: Queryable, connection: Connection): Promise<void>;
  /** Queues items parked under an assigned reference; returns their number. Absent if they can only be unparked. */
  reworkParked?(
    transaction: Queryable,
    parked: { connection: Connection; reference: string; now: Date },
  ): Promise<number>;
  /** Reads one call in the form of its list; undefined if the system has no such call. After an error it is read again later. */
  fetchCall?(
    dependencies: FetchDependencies,
    connection: Connection,
    callId: string,
    signal: AbortSignal,
    /** For an agency. */
    companyId?: string | null,
  ): Promise<Record<string, unknown> | undefined>;
}

/** Calls or events of a connection within the last 30 days. */
export interface EventCounts {
  waiting: number;
  /** Arrival of the oldest waiting event; null if none waits. */
  oldestAt: Date | null;
  /** Problem that keeps events waiting, completing "It waits because …". */
  problem: string | null;
  failed: number;
  /** Calls that the system no longer had when they were to be read. */
  gone: number;
  /** Outbound calls, texts, forms, chats, tests. */
  leftOut: number;
}

export interface UnfinishedEvent {
  id: string;
  state: string;
  receivedAt: Date;
  /** Without names of people. */
  reason: string | null;
}

export type TestDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

export type FetchDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

export function requireKind(handlers: readonly KindHandler[], kind: string): KindHandler {
  const handler = handlers.find((candidate) => candidate.kind === kind);
  if (!handler)
    throw new OperatorProblem(
      `There is no kind ${kind.slice(0, 40)}. Use ${handlers.map((one) => one.kind).join(', ')}.`,
    );
  return handler;
}
