import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { openSigningKeys, rotated, type StoredKey } from './signing-keys.ts';

const here = testDatabase();
const start = '2026-01-01T00:00:00.000Z';
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const maxTokenSeconds = 3600;

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'mailcall-keys-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const clock = fixedClock(start);
const open = () => openSigningKeys({ database: here.database, clock, dataFolder, maxTokenSeconds });
const file = () => join(dataFolder, 'identity', 'signing-keys.json');
const states = async () =>
  (JSON.parse(await readFile(file(), 'utf8')) as StoredKey[]).map((key) => key.state).sort();

beforeEach(() => clock.set(start));

test('lets only their owner read the file and its folder', async () => {
  await open();
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataFolder, 'identity'))).mode & 0o777).toBe(0o700);
});

test('refuses keys that others could read', async () => {
  await open();
  await chmod(file(), 0o640);
  await expect(open()).rejects.toThrow('can be read by others');
});

test.each([
  ['is cut short', (text: string) => text.slice(0, 200)],
  ['is empty', () => ''],
  ['has no key that signs', (text: string) => text.replace('"current"', '"retired"')],
  ['has another modulus', (text: string) => text.replace(/"n": "..../, '"n": "AAAA')],
])('a file that %s is named, with what to do', async (_name, damage) => {
  await open();
  const text = await readFile(file(), 'utf8');
  await writeFile(file(), damage(text));
  const problem = await open().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(OperatorProblem);
  expect((problem as Error).message).toMatch(
    /identity\/signing-keys\.json is damaged\. Put it back from the folder secrets of a backup\./,
  );
});

test('creates one key for processes that start together and signs with it in all', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, open));
  const kids = await Promise.all(opened.map(async (keys) => (await keys.current()).kid));
  expect(new Set(kids).size).toBe(1);
  expect(await readdir(join(dataFolder, 'identity'))).toEqual(['signing-keys.json']);
});

test('publishes no private part', async () => {
  const keys = await open();
  expect((await keys.published()).map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'e', 'kid', 'kty', 'n', 'use'],
  ]);
});

test('publishes a key before it signs and verifies until its last token has expired', async () => {
  const keys = await open();
  const first = (await keys.current()).kid;
  const step = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await keys.rotate();
    return states();
  };
  expect(await step(88 * day)).toEqual(['current']);
  expect(await step(day)).toEqual(['current', 'published']);
  expect((await keys.current()).kid).toBe(first);
  expect(await step(23 * hour)).toEqual(['current', 'published']);
  expect(await step(hour)).toEqual(['current', 'retired']);
  expect((await keys.current()).kid).not.toBe(first);
  expect(await keys.find(first)).not.toBeNull();
  expect(await step(maxTokenSeconds * 1000)).toEqual(['current', 'retired']);
  expect(await step(hour)).toEqual(['current']);
  expect(await keys.find(first)).toBeNull();
});

test('makes a late published key wait before it signs', async () => {
  const [current] = await rotated([], new Date(start), maxTokenSeconds);
  const late = new Date(Date.parse(start) + 200 * day);
  const published = await rotated([current as StoredKey], late, maxTokenSeconds);
  expect(published.map((key) => key.state)).toEqual(['current', 'published']);
  expect(await rotated(published, new Date(late.getTime() + hour), maxTokenSeconds)).toEqual(published);
});

test('rotates once for processes that rotate together', async () => {
  const opened = await Promise.all(Array.from({ length: 6 }, open));
  clock.advance(89 * day);
  const published = await Promise.all(
    opened.map(async (keys) => {
      await keys.rotate();
      return (await keys.published()).map(({ kid }) => kid).join();
    }),
  );
  expect(new Set(published).size).toBe(1);
  expect(await states()).toEqual(['current', 'published']);
  clock.advance(day);
  await Promise.all(opened.map((keys) => keys.rotate()));
  expect(await states()).toEqual(['current', 'retired']);
  const kids = await Promise.all(opened.map(async (keys) => (await keys.current()).kid));
  expect(new Set(kids).size).toBe(1);
});

test('uses a key that another process began to use', async () => {
  const [one, other] = [await open(), await open()];
  clock.advance(89 * day);
  await one.rotate();
  clock.advance(day);
  await one.rotate();
  const { kid } = await one.current();
  expect(await other.find(kid)).not.toBeNull();
  expect((await other.current()).kid).toBe(kid);
});

test('verifies by a replaced key until its last token has expired and drops a published one', async () => {
  const [one, other] = [await open(), await open()];
  clock.advance(89 * day);
  await one.rotate();
  expect(await states()).toEqual(['current', 'published']);
  const first = (await one.current()).kid;
  await one.replace({ revoke: false });
  expect(await states()).toEqual(['current', 'retired']);
  clock.advance(60_000);
  const { kid } = await other.current();
  expect(kid).not.toBe(first);
  expect(kid).toBe((await one.current()).kid);
  expect(await other.find(first)).not.toBeNull();
  clock.advance(2 * hour);
  await other.rotate();
  expect(await states()).toEqual(['current']);
});

test('refuses tokens of a revoked key in running processes within a minute', async () => {
  const [one, other] = [await open(), await open()];
  const first = (await one.current()).kid;
  await one.replace({ revoke: false });
  await one.replace({ revoke: true });
  expect(await states()).toEqual(['current']);
  expect(await one.find(first)).toBeNull();
  clock.advance(60_000);
  expect(await other.find(first)).toBeNull();
  expect((await other.current()).kid).toBe((await one.current()).kid);
});
