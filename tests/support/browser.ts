import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Browser {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Containers have only 64 MB of shared memory. Without a graphics card, software painting is cheaper. */
const args = ['--disable-gpu', '--disable-dev-shm-usage'];

/** Replaces `args` for pages with maps: software WebGL, which slows down every page. */
export const mapArgs = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-dev-shm-usage',
];

const cache = resolve(import.meta.dirname, '../../node_modules/.cache');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The packed Chromium looks for fonts in /tmp; this configuration points it to its own folder. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Unpacks in a separate process, because the package reads environment variables when it loads. */
const unpacking = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;

/** Unpacks the npm package's Chromium once. If several runs do so at the same time, one result is kept. */
async function unpackedChromium(): Promise<Browser> {
  const { version } = createRequire(import.meta.url)(
    resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium/package.json'),
  ) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(join(folder, 'chromium'))) {
    await mkdir(cache, { recursive: true });
    const partial = await mkdtemp(join(cache, 'chromium-in-making-'));
    try {
      const env = { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
      await promisify(execFile)(process.execPath, ['--eval', unpacking], { env, cwd: import.meta.dirname });
      await writeFile(join(partial, 'fonts', 'fonts.conf'), fontSettings);
      await rename(partial, folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  const env = {
    ...ownEnvironment(),
    FONTCONFIG_PATH: join(folder, 'fonts'),
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
      .filter(Boolean)
      .join(delimiter),
  };
  return { executablePath: join(folder, 'chromium'), args, env };
}

/** The packed Chromium runs on this platform. It has no window and takes a third less time than a full Chromium. */
const packedRunsHere = process.platform === 'linux' && process.arch === 'x64';

/** `CHROME_PATH`, else the one in `@sparticuz/chromium`, else the system's. Downloads nothing. Throws if none is found. */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (!isExecutable(chosen))
      throw new Error(`CHROME_PATH is "${chosen}", which is not a program. Name a Chromium or leave it out.`);
    return { executablePath: chosen, args, env: ownEnvironment() };
  }
  if (packedRunsHere) return unpackedChromium();
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const installed = systemNames
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable);
  if (installed) return { executablePath: installed, args, env: ownEnvironment() };
  throw new Error(`There is no Chromium. Install one, or name one by CHROME_PATH.`);
}
