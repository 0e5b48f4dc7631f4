import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaches, type Module, modulesOf, root } from './support/imports.ts';

const modules = await modulesOf(root, ['contract', 'server', 'web', 'demo', 'bench', 'tools', 'tests']);

test.each([
  ['contract', 10],
  ['server', 30],
  ['web', 20],
])('the modules of %s are found, with their imports', (workspace, least) => {
  const found = modules.filter(({ path }) => path.startsWith(`${workspace}/`));
  expect(found.length).toBeGreaterThanOrEqual(least);
  expect(found.flatMap(({ imports }) => imports).length).toBeGreaterThan(least);
});

test('imports keep to the architecture', () => {
  expect(breaches(modules)).toEqual([]);
});

function problemOfPage(index: string): string | null {
  const page = /^\/\*\n([^]*?)\n \*\/\n/.exec(index)?.[0];
  if (page === undefined) return 'has no page';
  if (page.trimEnd().split('\n').length > 30) return 'has a page of more than 30 lines';
  if (!/\btables?\b/i.test(page)) return 'does not name its tables';
  return /\b(routes?|doors?)\b/i.test(page) ? null : 'does not name its doors';
}

test('each room of the server begins with a page: what it owns, its tables and its doors', async () => {
  const rooms = new Set(modules.flatMap(({ path }) => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? []));
  const found = await Promise.all(
    [...rooms].map(async (room) => {
      const problem = problemOfPage(await readFile(join(root, 'server/features', room, 'index.ts'), 'utf8'));
      return problem === null ? [] : [`${room} ${problem}`];
    }),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.flat()).toEqual([]);
});

test.each([
  ['', 'has no page'],
  ['/** A room. */\n', 'has no page'],
  ['/*\n * A room.\n *\n * Tables: none.\n */\n', 'does not name its doors'],
  [`/*\n${' * A room.\n'.repeat(29)} */\n`, 'has a page of more than 30 lines'],
  ['/*\n * A room.\n *\n * Tables: none.\n * Routes (routes.ts): all.\n */\n', null],
])('the page of %j: %s', (index, problem) => {
  expect(problemOfPage(index)).toBe(problem);
});

const module = (path: string, ...imports: string[]): Module => ({ path, imports });

test.each<[rule: string, modules: Module[], breach: string]>([
  [
    'contract knows nobody',
    [module('contract/calls.ts', 'server/app.ts')],
    'contract/calls.ts imports server/app.ts: contract imports only itself',
  ],
  [
    'contract knows nobody',
    [module('contract/calls.ts', 'web/main.tsx')],
    'contract/calls.ts imports web/main.tsx: contract imports only itself',
  ],
  [
    'web knows the contract',
    [module('web/main.tsx', 'server/app.ts')],
    'web/main.tsx imports server/app.ts: web imports only contract',
  ],
  [
    'web knows the contract',
    [module('web/main.tsx', 'demo/people.ts')],
    'web/main.tsx imports demo/people.ts: web imports only contract',
  ],
  [
    'server knows the contract',
    [module('server/app.ts', 'web/paths.ts')],
    'server/app.ts imports web/paths.ts: server imports only contract',
  ],
  [
    'only its loader knows the demo',
    [module('server/app.ts', 'demo/story.ts')],
    'server/app.ts imports demo/story.ts: server imports only contract',
  ],
  [
    'features meet at index.ts',
    [module('server/features/calls/one-call.ts', 'server/features/scope/checked-scope.ts')],
    'server/features/calls/one-call.ts imports server/features/scope/checked-scope.ts: features meet only at index.ts',
  ],
  [
    'features are entered at index.ts',
    [module('web/routes.tsx', 'web/features/calls/call-drawer.tsx')],
    'web/routes.tsx imports web/features/calls/call-drawer.tsx: features meet only at index.ts',
  ],
  [
    'platform knows no feature',
    [module('server/platform/http/serve.ts', 'server/features/identity/index.ts')],
    'server/platform/http/serve.ts imports server/features/identity/index.ts: platform imports no feature',
  ],
  [
    'platform knows nothing above it',
    [module('server/platform/log.ts', 'server/dependencies.ts')],
    'server/platform/log.ts imports server/dependencies.ts: platform imports nothing above it',
  ],
  [
    'parts shared by screens know no feature',
    [module('web/ui/table.tsx', 'web/features/calls/index.ts')],
    'web/ui/table.tsx imports web/features/calls/index.ts: ui imports no feature',
  ],
  [
    'features have no cycle',
    [
      module('server/features/a/index.ts', 'server/features/b/index.ts'),
      module('server/features/b/one.ts', 'server/features/c/index.ts'),
      module('server/features/c/index.ts', 'server/features/a/index.ts'),
    ],
    'server/features: a → b → c → a is a cycle',
  ],
  [
    'routes that their own room imports are a part of it',
    [
      module('server/features/a/index.ts', 'server/features/a/routes.ts'),
      module('server/features/a/routes.ts', 'server/features/b/index.ts'),
      module('server/features/b/index.ts', 'server/features/a/index.ts'),
    ],
    'server/features: a → b → a is a cycle',
  ],
  [
    'only the application enters a room at its routes',
    [module('server/work.ts', 'server/features/activity/routes.ts')],
    'server/work.ts imports server/features/activity/routes.ts: features meet only at index.ts',
  ],
  [
    'the product knows no test support',
    [module('server/app.ts', 'tests/support/start-server.ts')],
    'server/app.ts imports tests/support/start-server.ts: server imports only contract',
  ],
])('%s', (_, given, breach) => {
  expect(breaches(given)).toEqual([breach]);
});

test('the routes of a room may use rooms that use it', () => {
  const given = [
    module('server/app.ts', 'server/features/a/routes.ts', 'server/features/b/index.ts'),
    module('server/features/a/routes.ts', 'server/features/b/index.ts', 'server/features/a/index.ts'),
    module('server/features/b/index.ts', 'server/features/a/index.ts'),
  ];
  expect(breaches(given)).toEqual([]);
});

test.each<[Module]>([
  [
    module(
      'server/features/calls/one-call.ts',
      'server/features/scope/index.ts',
      'server/features/calls/paging.ts',
    ),
  ],
  [module('web/routes.tsx', 'web/features/calls/index.ts', 'contract/calls.ts', 'web/shell/frame.tsx')],
  [module('server/demo-story.ts', 'demo/story.ts', 'server/open.ts')],
  [
    module(
      'server/features/calls/calls.test.ts',
      'tests/support/start-server.ts',
      'server/features/scope/checked-scope.ts',
    ),
  ],
  [module('tests/journeys/sign-in.journey.ts', 'demo/people.ts', 'server/features/identity/passwords.ts')],
])('%j is allowed', (given) => {
  expect(breaches([given])).toEqual([]);
});

test.each([
  ['compares secrets', /\btimingSafeEqual\(/, ['server/platform/signed-texts.ts']],
  ['makes formats of times', /new Intl\.DateTimeFormat\(/, ['contract/time/date-format.ts']],
])('one module %s', async (_, use, places) => {
  const product = modules.filter(
    ({ path }) => /^(contract|server|web|demo)\//.test(path) && !path.endsWith('.test.ts'),
  );
  const users = await Promise.all(
    product.map(async ({ path }) => (use.test(await readFile(join(root, path), 'utf8')) ? [path] : [])),
  );
  expect(users.flat().sort()).toEqual(places);
});
