import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../tests/support/imports.ts';
import { freePort, runProgram, temporaryFolder } from '../tests/support/programs.ts';
import { compile, shrinkwrapOf, writeProgram } from './package.ts';

test.each([
  ['a module beside', `import { a } from './a.ts';`, `import { a } from './a.js';`],
  [
    'a module of the contract',
    `export * from '@mailcall/contract/rules/a.ts';`,
    `export * from '../../contract/rules/a.js';`,
  ],
  [
    'a type import',
    `import type { A } from './a.ts';\nconst b = 1;`,
    `                                \nconst b = 1;`,
  ],
  [
    'the program of a thread',
    `new URL('./thread.ts', import.meta.url);`,
    `new URL('./thread.js', import.meta.url);`,
  ],
  ['a lazy module', `await import('./a.ts');`, `await import('./a.js');`],
  ['types', `const a: string = b as string;`, `const a         = b          ;`],
  ['a sentence with a file name', `say('see a.ts for more');`, `say('see a.ts for more');`],
  ['a command', 'say(`npm run --silent cli -- help`);', 'say(`npx mailcall cli help`);'],
  ['the command of an import', `say('npm run import -- FOLDER');`, `say('npx mailcall import FOLDER');`],
])('compiles %s', (_name, source, compiled) => {
  expect(compile(source, 'server/features/a.ts')).toBe(compiled);
});

test('refuses what is no TypeScript', () => {
  expect(() => compile('const = 1;', 'server/a.ts')).toThrow('Unexpected token');
});

const packages = {
  '': {},
  'node_modules/a': { version: '1.0.0', dependencies: { b: '^1' }, peerDependencies: { d: '*' } },
  'node_modules/a/node_modules/b': { version: '1.5.0', devOptional: true },
  'node_modules/b': { version: '2.0.0', dev: true },
  'node_modules/c': { version: '3.0.0', optional: true, dev: true },
  'node_modules/d': { version: '4.0.0' },
};

test('locks what production needs, at the version that each package gets', () => {
  const manifest = {
    name: 'm',
    version: '1.0.0',
    dependencies: { a: '1.0.0' },
    optionalDependencies: { c: '3.0.0', gone: '1' },
  };
  const { packages: locked } = shrinkwrapOf({ lockfileVersion: 3, packages }, manifest);
  expect(locked).toEqual({
    '': { dependencies: { a: '1.0.0' }, optionalDependencies: { c: '3.0.0', gone: '1' } },
    'node_modules/a': packages['node_modules/a'],
    'node_modules/a/node_modules/b': { version: '1.5.0' },
    'node_modules/c': { version: '3.0.0', optional: true },
    'node_modules/d': { version: '4.0.0' },
  });
});

test('refuses a workspace among the dependencies', () => {
  const lock = { lockfileVersion: 3, packages: { 'node_modules/@mailcall/contract': { link: true } } };
  const manifest = { name: 'm', version: '1.0.0', dependencies: { '@mailcall/contract': '1.0.0' } };
  expect(() => shrinkwrapOf(lock, manifest)).toThrow('workspace');
});

test('the compiled program starts, serves its pages and stops', async () => {
  // below the checkout, so that Node finds the packages
  const program = await mkdtemp(join(root, 'node_modules/.cache/program-'));
  onTestFinished(() => rm(program, { recursive: true, force: true }));
  await writeProgram(program);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const command = join(program.slice(root.length + 1), 'server/mailcall.js');
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(root, command), '--version']);
  expect(stdout).toBe(`${version}\n`);
  const wrong = await run(process.execPath, [join(root, command), 'strat']).catch((error: Error) => error);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no command strat.') });

  const env = { DATA_DIR: await temporaryFolder(), PORT: String(await freePort()) };
  const portal = runProgram(command, { env, args: ['start', '--empty'] });
  const [, url = ''] = await portal.printed(/^Mailcall is ready at (http:\S+)$/m);
  expect(await fetch(`${url}/health`).then((answer) => answer.json())).toMatchObject({
    status: 'ok',
    release: version,
  });
  expect(await fetch(url).then((answer) => answer.text())).toContain('<div id="root"');
  expect(portal.output()).toContain('npx mailcall cli team add');
  portal.child.kill('SIGTERM');
  expect(await portal.ended).toBe(0);
});
