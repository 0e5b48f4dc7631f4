import { open } from 'node:fs/promises';
import type { Command } from '../command.ts';
import { requireConnection } from '../features/connections/index.ts';
import { importScans } from '../features/mail-tracking/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

/** The commands for what the post says of mail pieces. */
export const mailEventCommands: readonly Command[] = [
  {
    name: 'mail-events import',
    arguments: ['NAME', 'FILE'],
    summary: 'Record the scans of a file of Informed Visibility, delimited or JSON, for a connection.',
    async run({ stopped, ...dependencies }, [name = '', path = '']) {
      const connection = await requireConnection(dependencies.database.kysely, name);
      const unreadable = (error: NodeJS.ErrnoException) => {
        if (error.syscall === undefined) throw error;
        throw new OperatorProblem(`${path} cannot be read (${error.code ?? 'unknown error'}).`);
      };
      // opened here: the error of a stream that nobody reads yet would end the process
      const file = (await open(path).catch(unreadable)).createReadStream();
      const result = await importScans(dependencies, connection, file, stopped).catch(unreadable);
      const { recorded, outOfTime, unknown, rejected, problems } = result;
      return {
        lines: [
          `${counted(recorded, 'scan')} recorded.`,
          ...(outOfTime > 0
            ? [`${counted(outOfTime, 'scan')} not counted: of more than 90 days ago, or of a day to come.`]
            : []),
          ...[...unknown].map(
            ([reference, count]) => `${counted(count, 'scan')} of no known mailing: ${reference}.`,
          ),
          ...(rejected > 0 ? [`${counted(rejected, 'scan')} rejected:`] : []),
          ...problems.map(({ line, problem }) => `  ${path}:${line} ${problem}`),
        ],
        json: { recorded, outOfTime, unknown: Object.fromEntries(unknown), rejected, problems },
      };
    },
  },
];
