import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Command } from '../command.ts';
import {
  checkSync,
  listProgress,
  listWaitingRecordings,
  type SyncProgress,
  syncConnection,
  readOrigin,
  requireConnection,
} from '../features/connectors/index.ts';
import { ImportQueue } from '../features/ingest/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { startOfDay } from './option-values.ts';

const maxPrinted = 20;

function stateOf({ endedAt, failure, advancedAt, startedAt }: SyncProgress): string {
  if (endedAt) return `ended ${minuteText(endedAt)}`;
  return failure ?? `reading, last page ${minuteText(advancedAt ?? startedAt)}`;
}

const columns = {
  calls: ['calls read', 'imported', 'left out', 'parked', 'rejected'],
  pieces: ['pieces read', 'recorded', 'not in the mail', 'parked', 'rejected'],
};
const parkedOf = { calls: 'what was called', pieces: 'what could name their mailings' };

export const connectionSyncCommands: readonly Command[] = [
  {
    name: 'connections sync',
    arguments: ['NAME'],
    options: {
      since: {
        value: 'DATE',
        summary: 'the first day, such as 2026-01-01; for pieces of mail the last 45 days without it',
      },
      origin: { value: 'URL', summary: 'another origin of the API, for this reading alone' },
    },
    summary:
      'Read the calls of a connection since a day from its system, or where its pieces of mail are, and import them; goes on where it was stopped.',
    async run(dependencies, [name = ''], { since: day, origin }) {
      const { database, files, clock, stopped, printError } = dependencies;
      const wanted = startOfDay(day);
      const stored = await requireConnection(database.kysely, name);
      const connection = origin === undefined ? stored : { ...stored, origin: readOrigin(origin) };
      const now = clock.now();
      const { items, since } = checkSync(connection, wanted, now);
      const queue = new ImportQueue({ pool: database.pool, files, clock });
      const rejected: string[] = [];
      const window = { kind: 'command' as const, since, until: now };
      const progress = await syncConnection({ ...dependencies, queue }, connection, window, {
        signal: stopped,
        onPage({ pages, read }, rejections) {
          printError(`page ${thousands(pages)}: ${thousands(read)} ${items} read`);
          rejected.push(...rejections.map(({ item, reason }) => `  ${item}  ${reason}`));
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
          `The ${items} of ${name} are being read already; the portal does so by itself. Try again in a moment.`,
        );
      const counts = tableLines([
        columns[items],
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
          ...(progress.parked === 0
            ? []
            : ['', `npm run cli -- connections parked lists ${parkedOf[items]}.`]),
        ],
        json: { ...progress, since: progress.since.toISOString(), until: progress.until.toISOString() },
        incomplete: progress.rejected > 0 || (progress.imported === 0 && progress.read > progress.leftOut),
      };
    },
  },
  {
    name: 'connections syncs',
    arguments: [],
    summary: 'List how far calls and pieces of mail are read from the systems of connections.',
    async run({ database }) {
      const syncs = await listProgress(database.kysely);
      const recordings = await listWaitingRecordings(database.kysely);
      return {
        lines: [
          ...(syncs.length === 0
            ? ['Nothing was read from the systems of connections.']
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
