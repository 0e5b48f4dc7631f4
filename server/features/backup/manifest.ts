import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** The file of a backup that says what it holds. */
export const manifestName = 'backup.json';
/** The file with the SHA-256 of every other one, as `sha256sum` writes it; written last, so a backup without it is incomplete. */
export const checksumsName = 'SHA256SUMS';

/** The schema of the job queue. */
export const jobsSchema = 'graphile_worker';

const table = z.object({
  /** The table is one of the record (`public`), whatever that schema is called in the database, or of the job queue. */
  part: z.enum(['record', 'jobs']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});

const manifest = z.object({
  format: z.literal(1),
  /** The release of Mailcall that made the backup. */
  release: z.string(),
  /** ISO 8601, the time of the snapshot. */
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ part: table.shape.part, name: z.string(), value: z.string() })),
});

/** Content of a backup: the schema that it was made from, the tables with their numbers of rows, and the sequences. */
export type Manifest = z.infer<typeof manifest>;
/** A table of a backup. */
export type BackupTable = z.infer<typeof table>;

/** The path of a table's rows in a backup. */
export const tablePath = ({ part, name }: Pick<BackupTable, 'part' | 'name'>): string =>
  `tables/${part}/${name}.copy.gz`;

/**
 * Reads what a backup holds.
 * @throws {OperatorProblem} when the folder is no backup, is incomplete, or is of a newer release.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new OperatorProblem(`${folder} is not a backup: it has no ${manifestName}.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new OperatorProblem(`${join(folder, manifestName)} is damaged.`);
  }
  const result = manifest.safeParse(parsed);
  if (result.success) return result.data;
  throw new OperatorProblem(
    `${join(folder, manifestName)} is not of a kind that this release reads. Restore it with the release that made it.`,
  );
}
