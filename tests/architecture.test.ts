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
    'the product knows no test support',
    [module('server/app.ts', 'tests/support/start-server.ts')],
    'server/app.ts imports tests/support/start-server.ts: server imports only contract',
  ],
])('%s', (_, given, breach) => {
  expect(breaches(given)).toEqual([breach]);
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
