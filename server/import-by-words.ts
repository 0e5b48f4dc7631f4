import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DatabaseLost,
  DiskFull,
  folderSource,
  importFailure,
  importFeed,
  importFolder,
  type ImportOptions,
  type ImportReport,
  ImportStopped,
  printProgress,
  reportLines,
} from './features/ingest/index.ts';
import { openMappedSource, Preview, readMapping } from './features/mapping/index.ts';
import { callbacksDay } from './commands/option-values.ts';
import { importHelp, readArguments } from './import-arguments.ts';
import { lacksDatabase, noDatabase, openDependencies } from './open.ts';
import { recordCommandRun } from './platform/command-runs.ts';
import type { Database } from './platform/database.ts';
import { isConnectionError } from './platform/database-unavailable.ts';
import { readEnvironment } from './platform/env.ts';
import { OperatorProblem, unreadableProblem } from './platform/operator-problem.ts';
import type { Program } from './platform/program.ts';

const someRejected = 1;
const usageErrorCode = 2;
const databaseLost = 3;
const diskFull = 4;
const stopped = 130;

function codeOf(problem: OperatorProblem): number {
  if (problem instanceof ImportStopped) return stopped;
  if (problem instanceof DatabaseLost) return databaseLost;
  return problem instanceof DiskFull ? diskFull : usageErrorCode;
}

function countsOf({ files, rejected }: ImportReport): Record<string, number> {
  const sum = (name: 'added' | 'changed' | 'unchanged') =>
    files.reduce((total, file) => total + file[name], 0);
  return { added: sum('added'), changed: sum('changed'), unchanged: sum('unchanged'), rejected };
}

/** With `dryRun`, also reports what a person looks at before the import. */
async function importMapped(
  database: Database,
  folder: string,
  map: string,
  options: ImportOptions,
): Promise<{ report: ImportReport; preview: string[] }> {
  const text = await readFile(map, 'utf8').catch((error: unknown) => {
    throw unreadableProblem(`The mapping ${map}`, error);
  });
  const mapping = readMapping(map, text);
  const preview = options.dryRun ? new Preview(mapping) : null;
  const mapped = await openMappedSource(await folderSource(folder), mapping, {
    pool: database.pool,
    ...(options.signal && { signal: options.signal }),
    ...(preview && { preview }),
  });
  try {
    const report = await importFeed(database, mapped.source, options);
    return { report, preview: (await preview?.lines(database.kysely)) ?? [] };
  } finally {
    mapped.close();
  }
}

/** Imports a folder as `npm run import` does, and returns its exit code. `words` are the arguments. */
export async function importByWords(
  program: Program,
  words: string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const given = readArguments(words);
    if (given.help) {
      program.print(importHelp);
      return 0;
    }
    const { folder, map, strict, dryRun, callbacksFrom } = given;
    const environment = readEnvironment(variables);
    if (await lacksDatabase(environment)) {
      if (!variables['DATA_DIR']) throw noDatabase(environment, variables);
      program.printError(
        `There was no database in ${environment.dataFolder}: a new one is made. If the portal has another DATA_DIR or DATABASE_URL, set that and import again.`,
      );
    }
    const { database, files, clock } = await openDependencies(environment, program).catch(
      (error: unknown) => {
        throw importFailure(error, { lost: isConnectionError(error), kept: 'nothing' });
      },
    );
    const startedAt = clock.now();
    const waitingFrom = callbacksFrom === null ? null : callbacksDay(callbacksFrom, startedAt);
    const progress = printProgress(process.stdout);
    const options: ImportOptions = {
      files,
      strict,
      dryRun,
      callbacksFrom: waitingFrom,
      reportFolder: join(environment.dataFolder, 'import-reports'),
      signal: program.stopped,
      onProgress: progress.show,
    };
    const importing =
      map === null
        ? importFolder(database, folder, options).then((report) => ({ report, preview: [] as string[] }))
        : importMapped(database, folder, map, options);
    const { report, preview } = await importing.finally(progress.done);
    const run = { command: 'import', startedAt, counts: countsOf(report) };
    // imported rows stay even if the database, and with it the record of this run, may be lost by now
    if (report.kept) await recordCommandRun({ database: database.kysely, clock }, run).catch(() => {});
    program.print([...preview, ...reportLines(report)].join('\n'));
    return report.rejected > 0 ? someRejected : 0;
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    program.printError(error.message);
    return codeOf(error);
  }
}
