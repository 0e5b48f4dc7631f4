import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, temporaryFolder } from '../../../tests/support/programs.ts';
import { testApp } from '../../../tests/support/test-app.ts';
import { findOutboxLinks, outboxLink, savedOutboxLinks, saveOutboxLink } from './outbox-link.ts';

const here = testApp();

test.each([
  ['127.0.0.1', 'http://localhost:3000/outbox?key=k'],
  ['localhost', 'http://localhost:3000/outbox?key=k'],
  ['0.0.0.0', 'http://localhost:3000/outbox?key=k'],
  ['::', 'http://localhost:3000/outbox?key=k'],
  ['::1', 'http://[::1]:3000/outbox?key=k'],
  ['192.0.2.7', null],
])('gives a portal that listens on %s the link %s', (host, link) => {
  expect(outboxLink({ host, port: 3000 }, 'k')).toBe(link);
});

test('keeps links of several portals, readable by their owner, until each portal stops', async () => {
  const dataFolder = await temporaryFolder();
  expect(await savedOutboxLinks(dataFolder)).toEqual([]);
  const removeFirst = await saveOutboxLink({ dataFolder, port: 3000 }, 'http://localhost:3000/outbox?key=a');
  await saveOutboxLink({ dataFolder, port: 3001 }, 'http://localhost:3001/outbox?key=b');
  expect(await savedOutboxLinks(dataFolder)).toEqual([
    'http://localhost:3000/outbox?key=a',
    'http://localhost:3001/outbox?key=b',
  ]);
  const folder = join(dataFolder, 'outbox-links');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, '3000'))).mode & 0o777).toBe(0o600);
  await saveOutboxLink({ dataFolder, port: 3001 }, 'http://localhost:3001/outbox?key=c');
  await removeFirst();
  await writeFile(join(folder, '3002.draft'), 'no link');
  expect(await savedOutboxLinks(dataFolder)).toEqual(['http://localhost:3001/outbox?key=c']);
  await chmod(join(folder, '3001'), 0o644);
  await expect(savedOutboxLinks(dataFolder)).rejects.toThrow('can be read by others');
});

test('finds only links of running portals, and none with an external database', async () => {
  const environment = { dataFolder: await temporaryFolder() };
  const find = (embedded = true) => findOutboxLinks({ database: { embedded }, environment });
  await expect(find()).rejects.toThrow('No portal with an outbox page is running');
  const { http, outboxKey } = here.app;
  const port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port);
  const link = outboxLink({ host: '127.0.0.1', port }, outboxKey) ?? '';
  const killed = await freePort();
  await saveOutboxLink({ ...environment, port: killed }, `http://localhost:${killed}/outbox?key=old`);
  await expect(find()).rejects.toThrow('No portal with an outbox page is running');
  await saveOutboxLink({ ...environment, port }, link);
  expect(await find()).toEqual([link]);
  await saveOutboxLink({ ...environment, port }, link.replace(outboxKey, 'old'));
  await expect(find()).rejects.toThrow('No portal with an outbox page is running');
  await expect(find(false)).rejects.toThrow('With DATABASE_URL there is no outbox page');
});
