import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { release } from '../server/platform/env.ts';
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

interface Container {
  image: string;
  /** A map in compose, a list of names and values in Kubernetes. */
  environment?: Record<string, string>;
  env?: { name: string }[];
}

const deployed = async (path: string) =>
  parseAllDocuments(await readFile(join(root, path), 'utf8'), { merge: true }).map(
    (document) => document.toJS() as Record<string, unknown>,
  );

test('compose and Kubernetes run the image of this release, with settings that exist', async () => {
  const [compose] = (await deployed('deploy/compose.yaml')) as [{ services: Record<string, Container> }];
  const objects = await deployed('deploy/kubernetes/mailcall.yaml');
  const pod = objects.find(({ kind }) => kind === 'StatefulSet') as unknown as {
    spec: { template: { spec: { containers: Container[] } } };
  };
  const map = objects.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
  const { portal, worker } = compose.services;
  const containers = [portal, worker, ...pod.spec.template.spec.containers].flatMap((one) => one ?? []);
  expect(containers.map(({ image }) => image.replace(/^.*\//, ''))).toEqual(
    Array.from({ length: 4 }, () => `mailcall:${release}`),
  );
  const names = containers.flatMap(({ environment = {}, env = [] }) => [
    ...Object.keys(environment),
    ...env.map(({ name }) => name),
  ]);
  const settings = await readFile(join(root, 'docs/reference/settings.md'), 'utf8');
  const unknown = [...names, ...Object.keys(map.data)].filter((name) => !settings.includes(`\`${name}\``));
  expect(unknown).toEqual([]);
  expect(names).toContain('ROLE');
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
