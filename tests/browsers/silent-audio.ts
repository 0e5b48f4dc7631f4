import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../node_modules/.cache/browsers');

const configuration = `pcm.!default { type null }
ctl.!default { type null }
`;

export async function silentAudio(): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'asound.conf');
  await writeFile(path, configuration);
  return { ALSA_CONFIG_PATH: path };
}
