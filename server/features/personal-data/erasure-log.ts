import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** In the data folder, because a restored backup does not know later erasures. */
export const erasureLogName = 'erased-persons.ndjson';

const entrySchema = z.object({
  kind: z.enum(['phone', 'email']),
  /** Hex, as in `erased_persons`. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  salt: z.string(),
  at: z.iso.datetime(),
  /** Rows of the person are accepted again. */
  allowed: z.boolean(),
});

export type ErasureEntry = z.infer<typeof entrySchema>;

/** Latest entry per number and address; null without a log. Ignores a truncated line. */
export async function readErasureLog(dataFolder: string): Promise<ErasureEntry[] | null> {
  const text = await readFile(join(dataFolder, erasureLogName), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (text === null) return null;
  const latest = new Map<string, ErasureEntry>();
  for (const line of text.split('\n')) {
    const entry = parseEntry(line);
    if (entry) latest.set(`${entry.kind} ${entry.hash}`, entry);
  }
  return [...latest.values()];
}

function parseEntry(line: string): ErasureEntry | null {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

export async function appendToErasureLog(
  dataFolder: string,
  entries: readonly ErasureEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const file = await open(join(dataFolder, erasureLogName), 'a', 0o600);
  try {
    // ends a truncated line
    await file.writeFile(`\n${entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readSalt(database: Queryable): Promise<string | null> {
  const { rows } = await sql<{ salt: string }>`select salt from erasure_salt`.execute(database);
  return rows[0]?.salt ?? null;
}
