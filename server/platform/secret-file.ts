import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorProblem, unreadableProblem } from './operator-problem.ts';
import { ownerOnly, ownerOnlyFolder } from './private-files.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';

/** Null if absent. Throws OperatorProblem if other users can read the file. */
export async function readSecretFile(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new OperatorProblem(
        `${path} can be read by others. Make it yours alone (chmod 600), or remove it if others may have read it.`,
      );
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof OperatorProblem ? error : unreadableProblem(path, error);
  }
}

/** Of several concurrent processes one creates the file, and all read it. */
export async function readOrMakeSecretFile(
  path: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const before = await readSecretFile(path);
  if (before !== null) return before;
  const draft = await writeDraft(path, await make());
  try {
    // unlike rename, link fails if the name exists
    await link(draft, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    await unlink(draft);
  }
  return (await readSecretFile(path)) as string;
}

export const damagedKey = (path: string): OperatorProblem =>
  new OperatorProblem(
    `${path} is damaged. Put it back from the folder secrets of a backup. Without a backup move it away: the next start makes another one, and what depended on it ends (docs/run/troubleshooting.md, "A key is lost").`,
  );

const keyBytes = 32;

/** 256-bit key. Throws OperatorProblem if the file contains anything else. */
export async function readOrMakeKey(path: string): Promise<Buffer> {
  const text = (await readOrMakeSecretFile(path, () => randomBytes(keyBytes).toString('base64url'))).trim();
  const key = Buffer.from(text, 'base64url');
  if (key.length !== keyBytes || key.toString('base64url') !== text) throw damagedKey(path);
  return key;
}

/** Atomic, even across a crash. */
export async function replaceSecretFile(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
}

async function writeDraft(path: string, text: string): Promise<string> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  await chmod(folder, ownerOnlyFolder);
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}
