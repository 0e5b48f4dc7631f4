import type { Command } from '../command.ts';
import { listQueues } from '../features/operators/index.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';

export const queueCommands: readonly Command[] = [
  {
    name: 'queues',
    arguments: [],
    summary: 'Show what waits, is under way and failed: jobs, messages, imports, portal changes, webhooks.',
    async run({ database, clock }) {
      const queues = await listQueues(database.kysely, clock.now());
      return {
        lines: [
          ...tableLines([
            ['queue', 'name', 'waiting', 'running', 'failed', 'oldest (UTC)'],
            ...queues.map((queue) => [
              queue.kind,
              queue.name,
              String(queue.waiting),
              String(queue.running),
              String(queue.failed),
              queue.oldestAt ? minuteText(queue.oldestAt) : '-',
            ]),
          ]),
          ...queues.flatMap(({ name, problem }) => (problem === null ? [] : `${name}: ${problem}`)),
        ],
        json: { queues },
      };
    },
  },
];
