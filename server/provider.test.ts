import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDemoProvider } from './demo-story.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { readProvider } from './provider.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailcall-provider-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const providerFile = join(folder, 'provider.json');
  await writeFile(providerFile, text);
  return readProvider({ providerFile });
}

test('uses the defaults without a file', () => {
  expect(readProvider({ providerFile: undefined })).toMatchObject({
    name: 'Mailcall',
    logo: null,
    referral: null,
  });
});

test('overrides the defaults with the fields of a file', async () => {
  const provider = await read('{"name": "Post & Sons", "referral": {"refer": "https://post.example/refer"}}');
  expect(provider).toMatchObject({
    name: 'Post & Sons',
    referral: { refer: 'https://post.example/refer', reward: 100 },
    colors: { primary: readProvider({ providerFile: undefined }).colors.primary },
  });
});

test('gives the demo story a provider with referral pages, unless the environment names one', async () => {
  expect(readProvider(withDemoProvider({ providerFile: undefined })).referral).toEqual({
    refer: 'https://provider.example/refer-a-friend',
    details: 'https://provider.example/referral-offer',
    reward: 100,
    cards: 250,
  });
  const providerFile = join(folder, 'own.json');
  await writeFile(providerFile, '{"name": "Post & Sons"}');
  expect(readProvider(withDemoProvider({ providerFile }))).toMatchObject({
    name: 'Post & Sons',
    referral: null,
  });
});

test.each([
  ['{"colors": {"primary": "pink"}}', /colors\.primary: Use a colour as #rrggbb\./],
  ['{"logo": "//elsewhere.example/logo.png"}', /logo: Use a path that begins with \/ or an https address\./],
  ['{"logo": "javascript:alert(1)"}', /logo: /],
  ['{"referral": {"refer": "javascript:alert(1)"}}', /referral\.refer: Use an http\(s\) address\./],
  ['{"supportAddress": "help"}', /supportAddress: Use an email address\./],
  ['{"nickname": "Post"}', /nickname: This field is not known here\./],
  ['{', /cannot be read/],
])('rejects %s and names the field', async (text, problem) => {
  const failure = await read(text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorProblem);
  expect(String(failure)).toMatch(problem);
});

test('names a missing file', () => {
  expect(() => readProvider({ providerFile: join(folder, 'none.json') })).toThrow(/none\.json/);
});
