import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** `node tools/licenses.ts` writes LICENSES.md from the lock file. */

const root = resolve(import.meta.dirname, '..');
export const licensesFile = join(root, 'LICENSES.md');

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Packages whose license is only in their LICENSE file. */
const fromFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** Licenses that may be delivered with Mailcall, or installed beside it (LGPL: a library that can be replaced). */
const accepted =
  /^(MIT|MIT-0|Apache-2\.0|ISC|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|OFL-1\.1|Zlib|LGPL-3\.0-or-later)$/;

/** Throws for a package without a license, or with an unknown one. */
function licenseOf(name: string, { license = fromFile[name] }: LockedPackage): string {
  const parts = license?.replace(/[()]/g, '').split(/ (?:AND|OR) /) ?? [];
  if (license === undefined || !parts.every((part) => accepted.test(part)))
    throw new Error(`${name} has the license ${license}: read it, then add it to tools/licenses.ts.`);
  return license;
}

/** The page of all packages that a release contains or installs, also for other platforms. */
export function writeLicenses(packages: Readonly<Record<string, LockedPackage>>): string {
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `| ${name} | ${locked.version} | ${licenseOf(name, locked)} |`;
    });
  return [
    '# Licenses of other packages',
    '',
    'Mailcall is licensed under [Apache-2.0](LICENSE). A release contains or installs these packages, some of them only on some systems; each has its',
    'license in its own folder, and the built web app has those that it contains in `license.md`. `node tools/licenses.ts` writes this page.',
    '',
    '| package | version | license |',
    '|---|---|---|',
    ...[...new Set(rows)].sort(),
    '',
  ].join('\n');
}

export async function currentLicenses(): Promise<string> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return writeLicenses(lock.packages);
}

if (import.meta.main) await writeFile(licensesFile, await currentLicenses());
