import { counted } from '@mailcall/contract/rules/rates.ts';
import { createReadStream } from 'node:fs';
import type { Command } from '../command.ts';
import { requireConnection, importScans } from '../features/connectors/index.ts';
import { unreadableProblem } from '../platform/operator-problem.ts';

/** Throws OperatorProblem when the file cannot be read. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw unreadableProblem(path, error);
  }
}

export const mailEventCommands: readonly Command[] = [
  {
    name: 'mail-events import',
    arguments: ['NAME', 'FILE'],
    summary: 'Record the scans of a file of Informed Visibility, delimited or JSON, for a connection.',
    async run({ stopped, ...dependencies }, [name = '', path = '']) {
      const connection = await requireConnection(dependencies.database.kysely, name);
      const result = await importScans(dependencies, connection, bytesOf(path), stopped);
      const { recorded, outOfTime, unknown, rejected, problems } = result;
      const isEmpty = recorded + outOfTime + unknown.size + rejected === 0;
      return {
        lines: [
          `${counted(recorded, 'scan')} recorded.`,
          ...(isEmpty ? ['The file has no scans.'] : []),
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
        incomplete: rejected > 0 || recorded === 0,
      };
    },
  },
];
