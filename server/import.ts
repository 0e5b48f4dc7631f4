import { join } from 'node:path';
import {
  DatabaseLost,
  DiskFull,
  importFailure,
  importFolder,
  type ImportReport,
  ImportStopped,
  printProgress,
  reportLines,
} from './features/ingest/index.ts';
import { openDependencies } from './open.ts';
import { recordCommandRun } from './platform/command-runs.ts';
import { isConnectionError } from './platform/database-unavailable.ts';
import { readEnvironment } from './platform/env.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { runProgram } from './platform/program.ts';

/** Exit codes other than 0 for success (docs/operate/import.md). */
const someRejected = 1;
const usageErrorCode = 2;
const databaseLost = 3;
const diskFull = 4;
const stopped = 130;

const usage = 'Use: npm run import -- FOLDER [--strict]';

function codeOf(problem: OperatorProblem): number {
  if (problem instanceof ImportStopped) return stopped;
  if (problem instanceof DatabaseLost) return databaseLost;
  return problem instanceof DiskFull ? diskFull : usageErrorCode;
}

/** How many rows became what. */
function countsOf({ files, rejected }: ImportReport): Record<string, number> {
  const sum = (name: 'added' | 'changed' | 'unchanged') =>
    files.reduce((total, file) => total + file[name], 0);
  return { added: sum('added'), changed: sum('changed'), unchanged: sum('unchanged'), rejected };
}

await runProgram(async (program) => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    program.print(
      `${usage}\n\nReads the feed files of a folder (docs/operate/import.md). --strict keeps nothing if any row is rejected.`,
    );
    return 0;
  }
  try {
    const folders = args.filter((argument) => !argument.startsWith('--'));
    const unknown = args.find((argument) => argument.startsWith('--') && argument !== '--strict');
    const [folder] = folders;
    if (unknown !== undefined) throw new OperatorProblem(`There is no option ${unknown}. ${usage}`);
    if (folder === undefined || folders.length > 1) throw new OperatorProblem(`Name one folder. ${usage}`);
    const environment = readEnvironment();
    const { database, files, clock } = await openDependencies(environment, program).catch(
      (error: unknown) => {
        throw importFailure(error, { lost: isConnectionError(error), kept: 'nothing' });
      },
    );
    const startedAt = clock.now();
    const progress = printProgress(process.stdout);
    const report = await importFolder(database, folder, {
      files,
      strict: args.includes('--strict'),
      reportFolder: join(environment.dataFolder, 'import-reports'),
      signal: program.stopped,
      onProgress: progress.show,
    }).finally(progress.done);
    const run = { command: 'import', startedAt, counts: countsOf(report) };
    // what was imported is kept although the database may be lost by now, and with it the record of this run
    if (report.kept) await recordCommandRun({ database: database.kysely, clock }, run).catch(() => {});
    program.print(reportLines(report).join('\n'));
    return report.rejected > 0 ? someRejected : 0;
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    return codeOf(error);
  }
});
