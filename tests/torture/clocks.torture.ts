import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/programs.ts';
import { testPassword } from '../support/test-app.ts';
import { Acknowledged } from './portal/acknowledged.ts';
import { PortalClient } from './portal/client.ts';
import { readSummary, waitForCopy } from './portal/figures.ts';
import { startPortal } from './portal/portal.ts';
import { alertOffice, office, ownerEmail } from './portal/world.ts';

/** Debian's libfaketime gives a program another time, which a file changes while it runs. */
const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`);

async function fakeTime(): Promise<{ variables: Record<string, string>; jump(by: string): Promise<void> }> {
  const found = await Promise.all(
    libraries.map((path) =>
      access(path)
        .then(() => path)
        .catch(() => null),
    ),
  );
  const library = found.find((path) => path !== null);
  if (!library) throw new Error('Install libfaketime: apt-get install libfaketime');
  const file = join(await temporaryFolder(), 'time');
  await writeFile(file, '+0\n');
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    async jump(by) {
      await writeFile(file, `${by}\n`);
      // it reads the file again after a second
      await pause(1_500);
    },
  };
}

test('a web process whose clock jumps a day ahead and an hour back spoils nothing for the others and for later', async () => {
  const size = { offices: 4, calls: 42_000, alertOffices: 4 };
  const { variables, jump } = await fakeTime();
  const portal = await startPortal(size, { firstWeb: variables });
  const { urls, world, sink } = portal;
  const [wrong = '', right = ''] = urls;
  const clients = urls.map((url) => new PortalClient([url], new Acknowledged()));
  const [atWrong, atRight] = clients as [PortalClient, PortalClient];
  for (const client of clients) await client.signIn();
  for (const url of urls) await waitForCopy(atRight, url);

  const signIn = async (url: string, password: string) => {
    const body = JSON.stringify({
      grant_type: passwordRealmGrant,
      username: ownerEmail,
      password,
      realm: 'password',
    });
    const headers = { 'content-type': 'application/json' };
    return (await atRight.send(url, { method: 'POST', path: '/api/identity/oauth/token', headers, body }))
      .status;
  };
  let calls = 0;
  const callComes = async (by: PortalClient) => {
    const mails = sink.received.length;
    const row = {
      id: `K${calls}`,
      account_id: alertOffice(calls % size.alertOffices),
      call_date_time: new Date().toISOString(),
      score_id: `K${calls}-score`,
      opportunity: false,
      call_answered_by: 'No Answer',
    };
    const headers = { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/x-ndjson' };
    await by.deliver({ method: 'POST', path: '/api/ingest/v1/calls', headers, body: JSON.stringify(row) });
    calls += 1;
    expect((await readSummary(atRight, right)).calls).toBe(size.calls + calls);
    expect((await readSummary(atWrong, wrong)).calls).toBe(size.calls + calls);
    await expect.poll(() => sink.received.length, { timeout: 90_000 }).toBe(mails + 1);
  };
  const setAlerts = async (by: PortalClient, method: string[]) => {
    const notification = [
      { contactId: 'c0', alertType: 'Missed Call Alert', frequency: 'Real-time', method },
    ];
    const body = JSON.stringify({ accountId: office(0), notification });
    await by.deliver({ method: 'POST', path: '/api/data/settings/contacts', headers: by.person, body });
  };
  const sessionAt = async (url: string) => {
    const request = { method: 'GET', path: '/api/identity/user/settings', headers: atRight.reader };
    return (await atRight.send(url, request)).status;
  };
  await callComes(atWrong);

  await jump('+1d');
  // the sessions of before have ended for this process, and only for it
  expect(await sessionAt(wrong)).toBe(401);
  expect(await sessionAt(right)).toBe(200);
  await atWrong.signIn();
  await callComes(atWrong);
  await callComes(atRight);
  await setAlerts(atWrong, ['Email']);
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 8; attempt += 1) statuses.add(await signIn(wrong, 'Wrong-Horse-1'));
  expect(statuses).toContain(429);

  await jump('+0');
  for (const url of urls) expect(await signIn(url, testPassword)).toBe(200);
  expect(await sessionAt(wrong)).toBe(200);
  await atWrong.signIn();
  await callComes(atWrong);
  await setAlerts(atRight, []);

  await jump('-1h');
  await atWrong.signIn();
  await callComes(atWrong);
  await callComes(atRight);
  await jump('+0');
  await atWrong.signIn();
  await callComes(atRight);
  await portal.recovered();
  expect(await portal.stop()).toEqual([0, 0, 0]);
  expect([
    ...clients.flatMap(({ faults }) => faults),
    ...portal.processes.flatMap(({ faults }) => faults),
  ]).toEqual([]);
});
