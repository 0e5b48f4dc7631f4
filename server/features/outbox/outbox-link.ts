import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf, type Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { readSecretFile, replaceSecretFile } from '../../platform/secret-file.ts';
import { isLocalHost } from './local-request.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';

/** Milliseconds */
const answerTimeout = seconds(3);

const linkFolder = (dataFolder: string) => join(dataFolder, 'outbox-links');

/** Null if the portal listens only on an external address. */
export function outboxLink({ host, port }: Pick<Environment, 'host' | 'port'>, key: string): string | null {
  const link = new URL('/outbox', addressOf(host, port));
  if (!isLocalHost(link.host)) return null;
  link.searchParams.set('key', key);
  return link.href;
}

/** For `cli outbox-link`: a file that only its owner can read, named after the port. @returns removes the file */
export async function saveOutboxLink(
  { dataFolder, port }: Pick<Environment, 'dataFolder' | 'port'>,
  link: string,
): Promise<() => Promise<void>> {
  const path = join(linkFolder(dataFolder), String(port));
  await replaceSecretFile(path, `${link}\n`);
  return () => rm(path, { force: true });
}

/** Includes links of killed portals. */
export async function savedOutboxLinks(dataFolder: string): Promise<string[]> {
  const folder = linkFolder(dataFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ports = names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
  const links = await Promise.all(ports.map((port) => readSecretFile(join(folder, port))));
  return links.flatMap((link) => (link === null ? [] : [link.trim()]));
}

async function works(link: string): Promise<boolean> {
  try {
    const answer = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(answerTimeout) });
    await answer.body?.cancel();
    return answer.status === 303;
  } catch {
    return false;
  }
}

/** Links of every portal that runs on the data folder. @throws {OperatorProblem} if no portal runs, with the reason */
export async function findOutboxLinks({
  database,
  environment,
}: {
  database: { embedded: boolean };
  environment: Pick<Environment, 'dataFolder'>;
}): Promise<string[]> {
  if (!database.embedded) {
    throw new OperatorProblem(
      'With DATABASE_URL there is no outbox page. List the messages that were not sent with: npm run cli -- outbox',
    );
  }
  const links = await savedOutboxLinks(environment.dataFolder);
  const working = await Promise.all(links.map(works));
  const found = links.filter((_, index) => working[index]);
  if (found.length === 0) {
    throw new OperatorProblem(
      `No portal with an outbox page is running from ${environment.dataFolder}. Start it with npm start, with HOST 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return found;
}
