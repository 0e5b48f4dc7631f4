import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { FeedFolders } from '../../server/features/ingest/feed-for-tests.ts';
import { type Database, databaseOver } from '../../server/platform/database.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { type OwnCluster, ownCluster } from '../support/own-cluster.ts';
import { freePort, runProgram, temporaryFolder } from '../support/programs.ts';
import { addAccounts, addPerson, bearer, testPassword } from '../support/test-app.ts';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';

interface Office {
  id: string;
  answers: number[];
}

async function addOffices({ workers, coordinator, database }: OwnCluster, over: Database): Promise<Office[]> {
  const ids = Array.from({ length: 20 }, (_, index) => `A${index}`);
  const placed = await coordinator.read<{ id: string; port: number }>(
    database,
    `select id, nodeport as port from unnest('{${ids.join(',')}}'::text[]) id
     join pg_dist_placement placement on placement.shardid = get_shard_id_for_distribution_column('calls', id)
     join pg_dist_node node on node.groupid = placement.groupid`,
  );
  const offices = workers.map(({ port }) => placed.find((one) => one.port === port)?.id ?? '');
  await addAccounts(
    over,
    offices.map((id) => ({ id })),
  );
  for (const id of offices) {
    await addPerson(over, { id: `person-${id}`, accounts: [id] });
    await over.kysely
      .insertInto('tracking_lines')
      .values({ account_id: id, id: `line-${id}`, number: `+1303555${id.slice(1).padStart(4, '0')}` })
      .execute();
  }
  return offices.map((id) => ({ id, answers: [] }));
}

async function startPortal(databaseUrl: string): Promise<string> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    READ_MODEL: 'postgres',
  };
  const [, url = ''] = await runProgram('server/main.ts', { env }).printed(
    /^Mailcall is ready at (http:\S+)$/m,
  );
  return url;
}

async function startRenaming(portal: string, { id, answers }: Office): Promise<() => Promise<void>> {
  const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${portal}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedIn = await send('POST', '/api/identity/oauth/token', {
    grant_type: passwordRealmGrant,
    username: `person-${id}@people.test`,
    password: testPassword,
    realm: 'password',
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const stopping = new AbortController();
  const working = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const renamed = { id: `line-${id}`, friendlyName: `Name ${number}` };
      const answer = await send('PUT', '/api/data/tracking-lines', renamed, bearer(token));
      const { message } = (await answer.json()) as { message?: string };
      answers.push(answer.status);
      if (answer.status === 503)
        expect(message).toBe('The portal is not available right now. Please try again in a moment.');
    }
  })();
  return () => {
    stopping.abort();
    return working;
  };
}

const count = ({ answers }: Office, status: number) => answers.filter((one) => one === status).length;
const untilMore = async (office: Office, status: number, more = 5) => {
  const before = count(office, status);
  await expect.poll(() => count(office, status)).toBeGreaterThanOrEqual(before + more);
};
const untilDecided = async ({ coordinator, workers, database }: OwnCluster) => {
  for (const node of [coordinator, ...workers])
    await expect.poll(() => node.read(database, 'select gid from pg_prepared_xacts')).toEqual([]);
};

/** Expects of each acknowledged save its line of the log, on the office's machine, and its change, on the coordinator. */
async function expectWhole(over: Database, office: Office): Promise<void> {
  const { rows } = await over.pool.query<{ logged: number; changes: number }>(
    `select (select count(*)::int from access_log where account_id = $1 and subject_kind = 'tracking line') as logged,
       (select count(*)::int from portal_changes where account_id = $1) as changes`,
    [office.id],
  );
  const { logged, changes } = rows[0] ?? { logged: 0, changes: -1 };
  expect(logged).toBe(changes);
  expect(logged).toBeGreaterThanOrEqual(count(office, 200));
  expect(logged).toBeLessThanOrEqual(office.answers.length);
}

async function clusterOfTest() {
  const cluster = await ownCluster(inject('testServer').cluster ?? '');
  const over = databaseOver(new pg.Pool({ connectionString: cluster.url, max: 10 }), { embedded: false });
  over.pool.on('error', () => {});
  onTestFinished(() => over.close());
  return { cluster, over, offices: await addOffices(cluster, over) };
}

test('while a machine is killed its offices get 503 and others work; nothing is lost or half written', async () => {
  const { cluster, over, offices } = await clusterOfTest();
  const [lost, kept] = offices as [Office, Office];
  const [machine] = cluster.workers;
  const portal = await startPortal(cluster.url);
  const stops = [await startRenaming(portal, lost), await startRenaming(portal, kept)];
  await Promise.all([untilMore(lost, 200), untilMore(kept, 200)]);
  await machine?.kill();
  await Promise.all([untilMore(lost, 503), untilMore(kept, 200)]);
  expect(kept.answers).not.toContain(500);
  await machine?.start();
  await Promise.all([untilMore(lost, 200), untilMore(kept, 200)]);
  await Promise.all(stops.map((stop) => stop()));
  await untilDecided(cluster);
  for (const office of offices) {
    expect(new Set(office.answers)).toEqual(new Set(office === lost ? [200, 503] : [200]));
    await expectWhole(over, office);
  }
}, 240_000);

test('without the coordinator all requests get 503; when it is back, everything saved is there', async () => {
  const { cluster, over, offices } = await clusterOfTest();
  const portal = await startPortal(cluster.url);
  const stops = await Promise.all(offices.map((office) => startRenaming(portal, office)));
  await Promise.all(offices.map((office) => untilMore(office, 200)));
  await cluster.coordinator.kill();
  await Promise.all(offices.map((office) => untilMore(office, 503)));
  await cluster.coordinator.start();
  await Promise.all(offices.map((office) => untilMore(office, 200)));
  await Promise.all(stops.map((stop) => stop()));
  await untilDecided(cluster);
  for (const office of offices) {
    expect(new Set(office.answers)).toEqual(new Set([200, 503]));
    await expectWhole(over, office);
  }
}, 240_000);

test('an import that loses a machine writes nothing of its batch, and is whole the next time', async () => {
  const { cluster, over, offices } = await clusterOfTest();
  const [lost] = offices as [Office, Office];
  const [machine] = cluster.workers;
  const folders = new FeedFolders();
  onTestFinished(() => folders.remove());
  const rows = (duration: number) => ({
    'calls.csv': `id,account_id,call_date_time,duration_seconds\n${offices
      .flatMap(({ id }) =>
        [1, 2, 3].map((number) => `${id}-${number},${id},2026-03-01T18:00:00Z,${duration}\n`),
      )
      .join('')}`,
  });
  const durations = async () =>
    (await over.pool.query<{ sum: number }>('select sum(duration_seconds)::int as sum from calls')).rows[0]
      ?.sum;
  expect((await folders.import(over.pool, rows(10))).firstRejections).toEqual([]);
  const person = new pg.Client({ connectionString: cluster.url });
  person.on('error', () => {});
  await person.connect();
  await person.query('begin');
  await person.query('select 1 from calls where account_id = $1 and id = $2 for update', [
    lost.id,
    `${lost.id}-3`,
  ]);
  const importing = folders.import(over.pool, rows(20)).then(
    () => null,
    (error: Error) => error,
  );
  await expect.poll(() => countLockWaits(over.pool)).toBe(1);
  await machine?.kill();
  expect((await importing)?.message).toContain('The database was lost during the import.');
  await person.end();
  await machine?.start();
  await untilDecided(cluster);
  expect(await durations()).toBe(60);
  expect((await folders.import(over.pool, rows(20))).files).toMatchObject([{ changed: 6 }]);
  expect(await durations()).toBe(120);
}, 240_000);
