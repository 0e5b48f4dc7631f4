import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../tests/support/imports.ts';
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

test('has the defaults that the documents show', async () => {
  const page = await readFile(join(root, 'docs/run/install.md'), 'utf8');
  const shown = /^## In the provider's name$[^]*?^```json\n([^]*?)^```$/m.exec(page)?.[1];
  expect(readProvider({ providerFile: undefined })).toEqual(JSON.parse(shown ?? 'null'));
});

test('has hours and shares of scoring without a file', () => {
  expect(readProvider({ providerFile: undefined })).toMatchObject({
    hours: {
      timeZone: 'America/New_York',
      open: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 480, closes: 1020 })),
    },
    scoringTarget: 4,
    showScorers: false,
    scoring: {
      maxAgeDays: 90,
      shortSeconds: 10,
      secondPassPercent: 5,
      newScorerPercent: 20,
      newScorerCalls: 200,
    },
    suggestions: null,
  });
});

test('overrides single fields of hours and scoring', async () => {
  const provider = await read(`{
    "hours": {"timeZone": "America/Denver"}, "scoring": {"secondPassPercent": 7.5}, "scoringTarget": 0.5,
    "showScorers": true, "suggestions": {"url": "https://model.example/suggest", "accounts": ["A-1001"]}}`);
  expect(provider).toMatchObject({
    hours: { timeZone: 'America/Denver', open: [{ weekday: 1 }, {}, {}, {}, {}] },
    scoring: { secondPassPercent: 7.5, newScorerPercent: 20 },
    scoringTarget: 0.5,
    showScorers: true,
    suggestions: { url: 'https://model.example/suggest', accounts: ['A-1001'] },
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
  ['{"hours": {"timeZone": "Texas"}}', /hours\.timeZone: Use an IANA time zone such as America\/Chicago\./],
  ['{"hours": {"open": []}}', /hours\.open: Name at least one time\./],
  ['{"hours": {"open": [{"weekday": 7, "opens": 480, "closes": 600}]}}', /weekday: Use 0 for Sunday to 6\./],
  ['{"hours": {"open": [{"weekday": 1, "opens": 600, "closes": 480}]}}', /closes after it opens/],
  ['{"scoringTarget": 0}', /scoringTarget: Use hours: more than 0, at most 1,000\./],
  ['{"scoring": {"secondPassPercent": 101}}', /secondPassPercent: Use a number from 0 to 100\./],
  ['{"scoring": {"maxAgeDays": 0}}', /maxAgeDays: Use a whole number from 1 to 3,650\./],
  ['{"scoring": {"shortSeconds": 1.5}}', /shortSeconds: Use a whole number from 0 to 600\./],
  ['{"suggestions": {"url": "http://model.example"}}', /suggestions\.url: Use an https address\./],
  ['{"suggestions": {"url": "http://localhost.example"}}', /suggestions\.url: Use an https address\./],
  ['{"suggestions": {"url": "ftp://localhost/"}}', /suggestions\.url: Use an https address\./],
  [
    '{"suggestions": {"url": "https://model.example", "accounts": []}}',
    /accounts: Name at least one account\./,
  ],
  ['{', /cannot be read/],
])('rejects %s and names the field', async (text, problem) => {
  const failure = await read(text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorProblem);
  expect(String(failure)).toMatch(problem);
});

test('names a missing file', () => {
  expect(() => readProvider({ providerFile: join(folder, 'none.json') })).toThrow(/none\.json/);
});
