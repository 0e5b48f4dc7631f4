import type { Dependencies } from './dependencies.ts';
import { hasIdentitySecret } from './features/identity/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import { installJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { openFiles } from './platform/open-files.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { hasDatabase } from './platform/postgres/index.ts';
import { restrictDataFolder } from './platform/private-files.ts';
import type { Program } from './platform/program.ts';

/** The environment's embedded database does not exist yet. */
export async function lacksDatabase({ databaseUrl, dataFolder }: Environment): Promise<boolean> {
  return databaseUrl === undefined && !(await hasDatabase(dataFolder));
}

/** The command was most likely run without the settings of the portal. */
export function noDatabase(
  { dataFolder }: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): OperatorProblem {
  const why = variables['DATA_DIR'] ? 'which DATA_DIR names' : 'where Mailcall looks without DATA_DIR';
  return new OperatorProblem(
    `There is no database in ${dataFolder}, ${why}. Set DATA_DIR or DATABASE_URL as the portal has it. For a new portal, run npm start first.`,
  );
}

/** Does not migrate: the database may be empty or of an older release. Data that other users could read is restricted first. */
export async function openUnmigrated(environment: Environment, program: Program): Promise<Dependencies> {
  const log = createLog(environment);
  const open = restrictDataFolder(environment.dataFolder);
  if (open !== null) log.warn({ path: open }, 'other users of this machine can read this part of DATA_DIR');
  const files = await openFiles(environment);
  program.onEnd(() => files.close());
  const database = await openDatabase(environment, {
    say: program.print,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  program.onEnd(() => database.close());
  return {
    environment,
    log,
    database,
    clock: systemClock,
    files,
  };
}

/** Opens files and database, migrates, and closes them when the program ends. Programs that work with the record start with this. */
export async function openDependencies(environment: Environment, program: Program): Promise<Dependencies> {
  const dependencies = await openUnmigrated(environment, program);
  await bringToRelease(dependencies);
  return dependencies;
}

export async function bringToRelease({ database }: Pick<Dependencies, 'database'>): Promise<void> {
  await migrate(database.pool);
  await installJobs(database.pool);
}

/** Throws OperatorProblem for a database without a portal, or without the portal's keys: printed links would not work. */
export async function refuseOtherPortal({
  environment: { dataFolder },
  database: { pool },
}: Pick<Dependencies, 'environment' | 'database'>): Promise<void> {
  const { rows } = await pool.query<{ migrated: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('sessions') is not null as migrated`,
  );
  if (!rows[0]?.migrated)
    throw new OperatorProblem(
      'The database that DATABASE_URL names is empty. Set DATABASE_URL as the portal has it. For a new portal, run npm start first.',
    );
  if (await hasIdentitySecret(dataFolder)) return;
  const sessions = await pool.query('select from sessions limit 1');
  if ((sessions.rowCount ?? 0) > 0)
    throw new OperatorProblem(
      `People sign in to the portal of this database, and its keys are not in ${dataFolder}. Set DATA_DIR as the portal has it.`,
    );
}
