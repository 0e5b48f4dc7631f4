import type { Dependencies } from '../../../dependencies.ts';
import { OperatorProblem } from '../../../platform/operator-problem.ts';
import { retriedTransaction } from '../../../platform/transactions.ts';
import type { Connection } from '../connections.ts';
import { decodeText, UnreadableFile } from '../../ingest/index.ts';
import { readScans, type ReadScan, UnreadableScans } from './scans.ts';
import { type MailEvent, openPieceKeys } from '../../mail-tracking/index.ts';
import { receiveMailEvents } from '../receive-mail-events.ts';

const batchSize = 1000;
const namedProblems = 10;

export interface ScanImport {
  /** Scans of known mailings, including known scans. */
  recorded: number;
  /** Scans of more than 90 days ago, or of a day to come. */
  outOfTime: number;
  /** Numbers of scans of unknown mailings, by reference. */
  unknown: Map<string, number>;
  rejected: number;
  /** The first rejected scans, with line or position; completes "the scan …". */
  problems: { line: number; problem: string }[];
}

/** A second import changes nothing. @throws {OperatorProblem} for another kind, or an unreadable file; earlier scans stay */
export async function importScans(
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
  connection: Pick<Connection, 'name' | 'kind'>,
  bytes: AsyncIterable<Uint8Array>,
  stopped?: AbortSignal,
): Promise<ScanImport> {
  if (connection.kind !== 'informed-visibility')
    throw new OperatorProblem(
      `${connection.name} is a connection of the kind ${connection.kind}. Name one of the kind informed-visibility.`,
    );
  const keys = await openPieceKeys(environment);
  const result: ScanImport = { recorded: 0, outOfTime: 0, unknown: new Map(), rejected: 0, problems: [] };
  const record = async (events: readonly MailEvent[]) => {
    stopped?.throwIfAborted();
    const { recorded, outOfTime, unknown } = await retriedTransaction(database, (transaction) =>
      receiveMailEvents(transaction, connection, events, { keys, now: clock.now() }),
    );
    result.recorded += recorded;
    result.outOfTime += outOfTime;
    for (const { reference } of unknown)
      result.unknown.set(reference, (result.unknown.get(reference) ?? 0) + 1);
  };
  const reject = ({ line, problem }: ReadScan) => {
    result.rejected += 1;
    if (result.problems.length < namedProblems) result.problems.push({ line, problem: problem ?? '' });
  };
  const waiting: MailEvent[] = [];
  try {
    for await (const scans of readScans(decodeText(bytes))) {
      for (const scan of scans) {
        if (scan.event) waiting.push(scan.event);
        else reject(scan);
      }
      while (waiting.length >= batchSize) await record(waiting.splice(0, batchSize));
    }
  } catch (error) {
    if (!(error instanceof UnreadableScans || error instanceof UnreadableFile)) throw error;
    if (waiting.length > 0) await record(waiting);
    throw new OperatorProblem(
      `The file ${error.message}. ${result.recorded} scans before that are recorded; import it again when it is whole.`,
    );
  }
  if (waiting.length > 0) await record(waiting);
  return result;
}
