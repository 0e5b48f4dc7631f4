import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';
import { temporaryFolder } from './support/programs.ts';

test('the systemd unit starts what there is, and systemd accepts it', async () => {
  const unit = await readFile(join(root, 'deploy/mailcall.service'), 'utf8');
  const [, program = '', script = ''] = /^ExecStart=\/opt\/mailcall\/(\S+) (\S+)$/m.exec(unit) ?? [];
  expect([program, script].filter((path) => path === '' || !existsSync(join(root, path)))).toEqual([]);
  const path = join(await temporaryFolder(), 'mailcall.service');
  await writeFile(path, unit.replaceAll('/opt/mailcall', root));
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  // machines without systemd have nothing to ask
  const isMissing =
    verified.error !== undefined && 'code' in verified.error && verified.error.code === 'ENOENT';
  if (!isMissing) expect([verified.status, verified.stderr]).toEqual([0, '']);
});

test('the container file copies, runs and checks what there is', async () => {
  const file = await readFile(join(root, 'deploy/Containerfile'), 'utf8');
  const paths = ['tools/setup.mjs', 'tools/node24', 'server/main.ts'];
  expect(paths.filter((path) => !file.includes(path) || !existsSync(join(root, path)))).toEqual([]);
  expect(file).toContain('/health/live');
});

test('the packages are installed again when another program wrote to node_modules meanwhile', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'tools'));
  await mkdir(join(folder, 'node_modules'));
  await copyFile(join(root, 'tools/setup.mjs'), join(folder, 'tools/setup.mjs'));
  await symlink(process.execPath, join(folder, 'tools/node24'));
  await writeFile(join(folder, 'package-lock.json'), '{"packages":{}}');
  // npm, as it ends when a file appears in a folder that it removes
  await writeFile(
    join(folder, 'npm-cli.cjs'),
    `if (!require('node:fs').existsSync('tried')) {
       require('node:fs').writeFileSync('tried', '');
       console.error('npm error code ENOTEMPTY');
       process.exit(217);
     }`,
  );
  const done = spawnSync(process.execPath, [join(folder, 'tools/setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(folder, 'npm-cli.cjs') },
  });
  expect([done.status, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toContain('Another program writes to node_modules; trying again');
});
