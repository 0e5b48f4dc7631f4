import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Dependencies } from '../../dependencies.ts';
import { type DuckDbLimits, openDuckDbFile, removeUnusedFiles } from '../../platform/duckdb/open-file.ts';
import { ColumnarCopy } from './columnar-copy.ts';

const limits: DuckDbLimits = { threads: 2, memory: Math.min(2048, Math.floor(totalmem() / 4 / 1024 ** 2)) };

const folderOf = ({ dataFolder }: Dependencies['environment']) => join(dataFolder, 'read-model');

/** @param origin identifies the record @param options `anew`: ignores the file's content */
export async function openCopy(
  environment: Dependencies['environment'],
  origin: string,
  options: { anew: boolean },
): Promise<ColumnarCopy> {
  const folder = folderOf(environment);
  if (!options.anew) {
    const file = await openDuckDbFile(folder, limits);
    try {
      return await ColumnarCopy.read(file, origin);
    } catch {
      file.close();
    }
  }
  const file = await openDuckDbFile(folder, limits, { anew: true });
  try {
    return await ColumnarCopy.create(file, origin);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Copies that no process has open may contain erased data. */
export async function removeUnusedCopies({
  environment,
  log,
}: Pick<Dependencies, 'environment' | 'log'>): Promise<void> {
  await removeUnusedFiles(folderOf(environment), limits).catch((error: unknown) => {
    log.error({ err: error }, 'columnar copies that nobody uses could not be removed');
  });
}
