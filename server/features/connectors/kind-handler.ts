import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import type { Connection } from './connections.ts';
import type { SecretPurpose } from './secrets.ts';

/** A posted request: the unchanged bytes of the body, and the headers. */
export interface PostedEvent {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/** How a kind of system posts events. */
export interface KindWebhook {
  /** Media types of its events, among the route's; another is answered 415. */
  types: readonly string[];
  /** The most bytes that it sends; more is answered 413. The route takes 4 MB at most. */
  maxBytes: number;
  /**
   * Whether an event was signed with the secret, and lately where the scheme has a time. It takes the same time for every signature
   * (`equalTexts`) and does not trust the body, which can be anything.
   */
  isSigned(event: PostedEvent, secret: string, now: Date): boolean | Promise<boolean>;
  /**
   * Stores a signed event and its follow-up work, in the transaction of the answer. Long work is a job.
   * @throws {Problem} 400 for a body that is not one of this system's; then nothing is stored
   */
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

/** Parts that differ between kinds of systems. */
export interface KindHandler {
  kind: ConnectionKind;
  /** Name of the system, such as CallRail. */
  title: string;
  /** Description of the secret that signs its events, such as `the signing key of the company`. */
  webhookSecret: string;
  /** Description of the account of a connection, such as `the id of the account, ACC…`, for a system whose API needs it. */
  account?: string;
  /** Forms of secrets with two parts, by purpose, such as `NAME:PASSWORD`; others have one part. */
  secretForms?: Partial<Record<SecretPurpose, string>>;
  /** Instructions for setting up the system's posts, as lines for a person; `address` receives them. */
  setUp(address: string, connection: string): string[];
  webhook?: KindWebhook;
  /** The ready mapping, which applies unless another is given, as YAML; absent for a kind without mappings. */
  readyMapping?(): Promise<string>;
  /** Checks a mapping before it is stored. @throws {OperatorProblem} with the line of the first thing that is wrong */
  checkMapping?(text: string): void;
  /**
   * Expected result of a signed event, as lines for a person, and whether it could not be imported; writes nothing.
   * @throws {OperatorProblem} for problems that an operator can fix, such as a missing mapping
   */
  dryRun?(
    dependencies: TestDependencies,
    connection: Connection,
    event: PostedEvent,
  ): Promise<{ lines: string[]; failed: boolean }>;
  /** How many events of the connections wait or were not imported, by the connection's name. */
  countEvents?(database: Queryable): Promise<ReadonlyMap<string, EventCounts>>;
  /** Events that wait or could not be imported, wholly or in part, the newest first, at most 100. */
  listUnfinished?(database: Queryable, connection: string): Promise<UnfinishedEvent[]>;
  /** Works off again what came since an instant, all that is kept without one; returns how many calls or events. */
  replay?(transaction: Queryable, replayed: { connection: Connection; since: Date | null }): Promise<number>;
  /** Target of a parked reference: a tracking line, or a mailing. */
  assignedTo: 'tracking line' | 'mailing';
  /** How what was parked comes again, where it cannot be worked off, as a sentence for a person. */
  bringParked?(connection: string): string;
  /** Requests the work on what waits, after a key of the API was given. */
  requestWaiting?(transaction: Queryable, connection: Connection): Promise<void>;
  /**
   * Works off again what was parked under a reference that has been assigned; returns how many calls or events. Without it they cannot be,
   * and are not parked any more.
   */
  reworkParked?(
    transaction: Queryable,
    parked: { connection: Connection; reference: string; now: Date },
  ): Promise<number>;
  /**
   * Reads one call again from the system's API, in the form of its list.
   * @returns undefined if the system has no such call (any more)
   * @throws any error, such as a time limit: the call is read again later
   */
  fetchCall?(
    dependencies: FetchDependencies,
    connection: Connection,
    callId: string,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | undefined>;
}

/** Calls or events of a connection within the last 30 days. */
export interface EventCounts {
  /** Events that wait. */
  waiting: number;
  /** Since when the oldest of these waits; null when nothing does. */
  oldestAt: Date | null;
  /** Why something waits that cannot be worked off as things are, completing "It waits because …"; null when nothing does. */
  problem: string | null;
  /** Events that could not be imported. */
  failed: number;
  /** Calls that the system did not have any more when they were to be read. */
  gone: number;
  /** Events that do not count: outbound calls, texts, forms, chats, tests. */
  leftOut: number;
}

/** An event that waits or could not be imported, wholly or in part. */
export interface UnfinishedEvent {
  /** The system's id of the call or event. */
  id: string;
  state: string;
  receivedAt: Date;
  /** Reason, without names of people. */
  reason: string | null;
}

/** Dependencies of a dry run. */
export type TestDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

/** Dependencies of reading from the API of a system. */
export type FetchDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

/**
 * The handler of a kind.
 * @throws {OperatorProblem} when there is no such kind
 */
export function requireKind(handlers: readonly KindHandler[], kind: string): KindHandler {
  const handler = handlers.find((candidate) => candidate.kind === kind);
  if (!handler)
    throw new OperatorProblem(
      `There is no kind ${kind.slice(0, 40)}. Use ${handlers.map((one) => one.kind).join(', ')}.`,
    );
  return handler;
}
