import { join } from 'node:path';
import type { Environment } from './env.ts';
import type { FileStore } from './files.ts';
import { folderFileStore } from './folder-files.ts';

/**
 * The file store that the environment names: a bucket, or a folder in the data folder; the caller closes it.
 * @throws {OperatorProblem} when the bucket cannot be used.
 */
export async function openFiles(environment: Pick<Environment, 'files' | 'dataFolder'>): Promise<FileStore> {
  if (environment.files === undefined) return folderFileStore(join(environment.dataFolder, 'files'));
  // the SDK takes a while to load, which who has a folder need not wait for
  const { openS3FileStore } = await import('./s3-files.ts');
  return openS3FileStore(environment.files);
}
