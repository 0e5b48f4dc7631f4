import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { png } from '../../server/features/ingest/designs-for-tests.ts';
import { temporaryFolder } from '../support/programs.ts';
import { Acknowledged } from './portal/acknowledged.ts';
import { PortalClient, type PortalRequest } from './portal/client.ts';
import { readSummary, waitForCopy } from './portal/figures.ts';
import { startPortal } from './portal/portal.ts';
import { designOf, office, staffOf } from './portal/world.ts';

const megabyte = 1024 ** 2;
const outOfRoom = 'The portal has run out of storage space. Please contact support, and try again later.';

/** A folder on a disk of its own that is soon full; to mount one, the torture is run as root. */
async function smallDisk(megabytes: number): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

const recording = (number: number) => {
  const audio = new Uint8Array(megabyte).fill(number);
  audio.set(new TextEncoder().encode('RIFF'));
  return audio;
};

test('says what to do while the disk of DATA_DIR is full, leaves nothing half-written, and goes on when there is room', async () => {
  const size = { offices: 4, calls: 42_000, alertOffices: 1 };
  const folder = await smallDisk(64);
  const portal = await startPortal(size, { folder });
  const { urls, world, database, files, processes } = portal;
  const [url = ''] = urls;
  const client = new PortalClient(urls, new Acknowledged());
  await client.signIn();
  for (const each of urls) await waitForCopy(client, each);
  const key = { authorization: `Bearer ${world.apiKey}` };
  const rows = { ...key, 'content-type': 'application/x-ndjson' };
  const requests: Record<string, PortalRequest> = {
    recording: {
      method: 'PUT',
      path: '/api/ingest/v1/recordings/S1',
      headers: { ...key, 'content-type': 'audio/wav' },
      body: recording(99),
    },
    picture: {
      method: 'PUT',
      path: '/api/ingest/v1/files?path=new.png',
      headers: { ...key, 'content-type': 'image/png' },
      body: new Uint8Array(Buffer.concat([png, Buffer.alloc(megabyte)])),
    },
    'patient list': {
      method: 'POST',
      path: `/api/maps/patient-lists/uploads?accountId=${office(0)}&fileName=march.csv`,
      headers: { ...client.reader, 'content-type': 'text/csv' },
      body: `Last name,Address,ZIP\n${'Lee,12 Main St,80202\n'.repeat(megabyte / 21)}`,
    },
  };
  const send = (name: string) => client.send(url, requests[name] as PortalRequest);
  const ready = () => client.send(url, { method: 'GET', path: '/health/ready' });
  const health = () => client.send(url, { method: 'GET', path: '/health' });

  const kept = new Map<string, string>();
  for (let number = 2; ; number += 1) {
    const body = recording(number);
    const answer = await client.send(url, {
      ...(requests['recording'] as PortalRequest),
      path: `/api/ingest/v1/recordings/S${number}`,
      body,
    });
    if (answer.status !== 200) {
      expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
        503,
        expect.stringMatching(/run out of storage space|disk of the file store is full. Make room/),
      ]);
      break;
    }
    kept.set(`S${number}`, createHash('sha256').update(body).digest('hex'));
  }
  expect(kept.size).toBeGreaterThan(3);
  const { bavail, bsize } = await statfs(folder);
  await writeFile(join(folder, 'filler'), new Uint8Array(bavail * bsize)).catch(() => undefined);
  for (const name of Object.keys(requests)) {
    const { status, text } = await send(name);
    expect([name, status, JSON.parse(text)]).toEqual([
      name,
      503,
      { status: 'error', message: outOfRoom, data: null },
    ]);
  }
  await expect
    .poll(async () => (await health()).text, { timeout: 60_000 })
    .toContain('Files cannot be stored: their disk is full. Make room.');
  // a balancer that asks still sends people here: all other processes have the same disk
  expect((await ready()).status).toBe(200);

  await client.deliver({
    method: 'POST',
    path: '/api/ingest/v1/calls',
    headers: rows,
    body: JSON.stringify({ id: 'K1', account_id: office(0), call_date_time: '2026-03-01T15:00:00Z' }),
  });
  for (const each of urls) expect((await readSummary(client, each)).calls).toBe(size.calls + 1);
  const work = { method: 'POST', headers: client.person };
  await client.deliver({
    ...work,
    path: '/api/data/calls/S0/resolve',
    body: JSON.stringify({
      callbackHandler: staffOf(office(0)),
      callbackOutcomeResult: 'Spoke With Caller',
      callbackOutcomeOpportunityResult: 'Unknown',
      callbackOutcomeSummary: 'Comes on Friday.',
    }),
  });
  await client.deliver({
    ...work,
    path: `/api/data/designs/${designOf(office(0))}/review-comment`,
    body: JSON.stringify({ body: 'Brighter', side: 'front', x: 0.5, y: 0.5 }),
  });
  await client.signIn();
  portal.web[1]?.kill();
  await expect
    .poll(async () => (await client.send(urls[1] ?? '', { method: 'GET', path: '/health' })).status, {
      timeout: 60_000,
    })
    .toBe(200);
  expect((await readSummary(client, urls[1] ?? '')).calls).toBe(size.calls + 1);

  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => /(^|\/)\.[^/]*$/.test(name))).toEqual([]);
  const { rows: uploads } = await database.pool.query('select key from ingest_files');
  expect(uploads).toEqual([]);
  const stored: string[] = [];
  for await (const name of files.keys()) if (name.startsWith('ingest/')) stored.push(name);
  expect(stored).toEqual([]);

  const { rows: audios } = await database.pool.query<{ id: string; audio: string }>(
    'select id, audio from calls where audio is not null',
  );
  const found = new Map<string, string>();
  for (const { id, audio } of audios)
    found.set(
      id,
      createHash('sha256')
        .update(await buffer(files.createReadStream(audio)))
        .digest('hex'),
    );
  expect(found).toEqual(kept);

  await rm(join(folder, 'filler'));
  await rm(join(folder, 'files/recordings'), { recursive: true });
  for (const name of Object.keys(requests)) expect([name, (await send(name)).status]).toEqual([name, 200]);
  await portal.recovered();
  for (const each of urls) await waitForCopy(client, each);
  for (const each of urls) expect((await readSummary(client, each)).calls).toBe(size.calls + 1);
  expect(await portal.stop()).toEqual([0, 0, 0]);
  expect([...client.faults, ...processes.flatMap(({ faults }) => faults)]).toEqual([]);
});
