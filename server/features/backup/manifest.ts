import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';

export const manifestName = 'backup.json';
/** SHA-256 of every other file, as `sha256sum` writes it; written last, so a backup without it is incomplete. */
export const checksumsName = 'SHA256SUMS';

export const jobsSchema = 'graphile_worker';

const table = z.object({
  /** `public` in the record, whatever that schema is called in the database. */
  part: z.enum(['record', 'jobs']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});

const manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  /** ISO 8601, the time of the snapshot. */
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(z.object({ part: table.shape.part, name: z.string(), value: z.string() })),
});

/** Schema that the backup was made from, tables with their numbers of rows, and sequences. */
export type Manifest = z.infer<typeof manifest>;
export type BackupTable = z.infer<typeof table>;

export const tablePath = ({ part, name }: Pick<BackupTable, 'part' | 'name'>): string =>
  `tables/${part}/${name}.copy.gz`;

/** Throws OperatorProblem when the folder is no backup, is incomplete, or is of a newer release. */
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
