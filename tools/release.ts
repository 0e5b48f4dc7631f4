import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** `npm run release -- [--sign KEY] [--image]`: the package, its checksums and their signature in `dist`. docs/run/verify.md */

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) throw new Error(`${program} is missing: apt-get install ${program}`);
  if (status !== 0) throw new Error(`${program} failed (${status})`);
}

const { values } = parseArgs({ options: { sign: { type: 'string' }, image: { type: 'boolean' } } });
if (values.sign !== undefined && !existsSync(values.sign))
  throw new Error(`--sign names ${values.sign}, which does not exist. Make a key: minisign -G`);

if (values.image) run('npm', ['run', 'image']);
else run('npm', ['pack', '--pack-destination', 'dist']);
const files = readdirSync(dist).filter((name) => /\.(tgz|oci\.tar)$/.test(name));
const sums = files.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')}  ${name}\n`,
);
writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''));
if (values.sign !== undefined) run('minisign', ['-S', '-s', values.sign, '-m', join(dist, 'SHA256SUMS')]);
process.stdout.write(sums.join(''));
