import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './env.ts';
import { ownerOnly, ownerOnlyFolder } from './private-files.ts';

const noteIn = (dataFolder: string) => join(dataFolder, 'address');

/** For commands. */
export async function recordAddress({ dataFolder, publicUrl }: Environment): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: ownerOnlyFolder });
  await writeFile(noteIn(dataFolder), `${publicUrl}\n`, { mode: ownerOnly });
}

const placing = ['PUBLIC_URL', 'HOST', 'PORT'] as const;

/** Links use the portal's last address unless PUBLIC_URL, HOST or PORT is set. */
export async function withRecordedAddress(
  environment: Environment,
  source: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Environment> {
  if (placing.some((name) => source[name])) return environment;
  const recorded = await readFile(noteIn(environment.dataFolder), 'utf8').catch(() => '');
  const publicUrl = recorded.trim();
  return URL.canParse(publicUrl) ? { ...environment, publicUrl } : environment;
}
