import { join } from 'node:path';
import type { Environment } from './env.ts';
import type { FileStore } from './files.ts';
import { folderFileStore } from './folder-files.ts';

/** A bucket, or a folder in the data folder. The caller must close it. Throws OperatorProblem if the bucket is unusable. */
export async function openFiles(environment: Pick<Environment, 'files' | 'dataFolder'>): Promise<FileStore> {
  if (environment.files === undefined) return folderFileStore(join(environment.dataFolder, 'files'));
  // the SDK loads slowly; portals with a folder do not need it
  const { openS3FileStore } = await import('./s3-files.ts');
  return openS3FileStore(environment.files);
}
