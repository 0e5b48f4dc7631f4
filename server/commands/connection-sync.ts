import type { Command } from '../command.ts';
import {
  checkSync,
  listProgress,
  listWaitingRecordings,
  type SyncProgress,
  syncCalls,
} from '../features/connection-sync/index.ts';
import { findConnection } from '../features/connections/index.ts';
import { ImportQueue } from '../features/ingest-http/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { startOfDay } from './option-values.ts';

const thousands = (count: number) => count.toLocaleString('en-US');
/** Rejected calls that are printed. */
const maxPrinted = 20;

/** How far a reading is, for people. */
function stateOf({ endedAt, failure, advancedAt, startedAt }: SyncProgress): string {
  if (endedAt) return `ended ${minuteText(endedAt)}`;
  return failure ?? `reading, last page ${minuteText(advancedAt ?? startedAt)}`;
}

/** The commands that read calls from the systems of connections. */
export const connectionSyncCommands: readonly Command[] = [
  {
    name: 'connections sync',
    arguments: ['NAME'],
    options: { since: { value: 'DATE', summary: 'the first day, such as 2026-01-01' } },
    summary:
      'Read the calls of a connection since a day from its system and import them; goes on where it was stopped.',
    async run(dependencies, [name = ''], { since: day }) {
      const { database, files, clock, stopped, printError } = dependencies;
      const since = startOfDay(day);
      if (!since) throw new OperatorProblem('Name the first day, such as --since 2026-01-01.');
      const connection = await findConnection(database.kysely, name);
      if (!connection)
        throw new OperatorProblem(
          `There is no connection ${name.slice(0, 40)}. npm run cli -- connections list shows them.`,
        );
      const now = clock.now();
      checkSync(connection, since, now);
      const queue = new ImportQueue({ pool: database.pool, files, clock });
      const rejected: string[] = [];
      const window = { kind: 'command' as const, since, until: now };
      const progress = await syncCalls({ ...dependencies, queue }, connection, window, {
        signal: stopped,
        onPage({ pages, read }, rejections) {
          printError(`page ${thousands(pages)}: ${thousands(read)} calls read`);
          rejected.push(...rejections.map(({ callId, reason }) => `  ${callId}  ${reason}`));
        },
      })
        .catch((error: unknown) => {
          if (!stopped.aborted) throw error;
          throw new OperatorProblem(
            'Stopped. What was read is imported; the same command goes on from there.',
          );
        })
        .finally(() => queue.close());
      if (!progress)
        throw new OperatorProblem(
          `The calls of ${name} are being read already; the portal does so each hour. Try again in a moment.`,
        );
      const counts = tableLines([
        ['calls read', 'imported', 'left out', 'parked', 'rejected'],
        [progress.read, progress.imported, progress.leftOut, progress.parked, progress.rejected].map(
          thousands,
        ),
      ]);
      const more = rejected.length - maxPrinted;
      return {
        lines: [
          ...counts,
          ...(rejected.length === 0 ? [] : ['', ...rejected.slice(0, maxPrinted)]),
          ...(more > 0 ? [`  and ${thousands(more)} more`] : []),
          ...(progress.parked === 0 ? [] : ['', 'npm run cli -- connections parked lists what was called.']),
        ],
        json: { ...progress, since: progress.since.toISOString(), until: progress.until.toISOString() },
      };
    },
  },
  {
    name: 'connections syncs',
    arguments: [],
    summary: 'List how far the calls of connections are read from their systems.',
    async run({ database }) {
      const syncs = await listProgress(database.kysely);
      const recordings = await listWaitingRecordings(database.kysely);
      return {
        lines: [
          ...(syncs.length === 0
            ? ['No calls were read from the systems of connections.']
            : tableLines([
                ['name', 'when', 'since (UTC)', 'read', 'rejected', 'state (UTC)'],
                ...syncs.map((sync) => [
                  sync.connection,
                  sync.kind,
                  minuteText(sync.since),
                  thousands(sync.read),
                  thousands(sync.rejected),
                  stateOf(sync),
                ]),
              ])),
          ...(recordings.length === 0 ? [] : ['']),
          ...recordings.map(
            ({ connection, count, failure, isOver }) =>
              `${connection}: ${thousands(count)} ${count === 1 ? 'recording' : 'recordings'} ${isOver ? 'did not come' : 'to come'}${failure === null ? '' : `: ${failure}`}`,
          ),
        ],
        json: { syncs, recordings },
      };
    },
  },
];
