import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { ownerOnly, ownerOnlyFolder } from '../../platform/private-files.ts';
import { checksumsName } from './manifest.ts';

export interface BackupWriter {
  /** Replaces a file that was written before. Nothing is left of a failed one. */
  write(path: string, source: Readable, ...through: Transform[]): Promise<void>;
  remove(path: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Only its owner can read the new folder. Throws OperatorProblem if it is not empty, or lies in the data folder. */
export async function openBackupWriter(folder: string, dataFolder: string): Promise<BackupWriter> {
  const fromData = relative(resolve(dataFolder), resolve(folder));
  if (!fromData.startsWith('..'))
    throw new OperatorProblem(`${folder} lies in DATA_DIR. Keep backups elsewhere, best on another machine.`);
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new OperatorProblem(`${folder} cannot be used (${error.code}).`);
  });
  if (found.length > 0) throw new OperatorProblem(`${folder} is not empty. Name a new folder.`);
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  await chmod(folder, ownerOnlyFolder);
  const checksums = new Map<string, string>();
  const remove = async (path: string) => {
    checksums.delete(path);
    await rm(join(folder, path), { force: true });
  };
  return {
    remove,
    async write(path, source, ...through) {
      const hash = createHash('sha256');
      const target = join(folder, path);
      // a source that fails before the pipeline listens must not end the process
      source.once('error', () => undefined);
      await mkdir(dirname(target), { recursive: true, mode: ownerOnlyFolder });
      if (checksums.has(path)) await remove(path);
      const file = createWriteStream(target, { flags: 'wx', mode: ownerOnly, flush: true });
      try {
        await pipeline([source, ...through, hashing(hash), file]);
      } catch (error) {
        await rm(target, { force: true });
        throw error;
      }
      checksums.set(path, hash.digest('hex'));
    },
    async finish() {
      const lines = [...checksums].sort(([one], [other]) => (one < other ? -1 : 1));
      const text = lines.map(([path, sum]) => `${sum}  ${path}\n`).join('');
      await writeFile(join(folder, checksumsName), text, { flag: 'wx', mode: ownerOnly, flush: true });
    },
    async discard() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    },
  };
}

/** Compares the checksum of every file; returns their paths. Throws OperatorProblem naming the first missing or damaged file. */
export async function verifyFiles(folder: string, signal?: AbortSignal): Promise<string[]> {
  const list = await readFile(join(folder, checksumsName), 'utf8').catch(() => null);
  if (list === null)
    throw new OperatorProblem(`The backup ${folder} is incomplete: it has no ${checksumsName}.`);
  const paths: string[] = [];
  for (const line of list.split('\n').filter(Boolean)) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (path === undefined || path.split('/').includes('..'))
      throw new OperatorProblem(`${join(folder, checksumsName)} is damaged.`);
    signal?.throwIfAborted();
    const file = join(folder, path);
    if (!(await stat(file).catch(() => null))?.isFile()) throw new OperatorProblem(`${file} is missing.`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sum)
      throw new OperatorProblem(`${file} is damaged: its checksum is not that of ${checksumsName}.`);
    paths.push(path);
  }
  return paths;
}
