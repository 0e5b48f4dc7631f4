import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpGeocoder } from './geocoder.ts';
import { type GroupedHousehold, HouseholdGroups } from './group-households.ts';
import { addressAndZip, locateHouseholds } from './locate-households.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function service(reply: (asked: string) => { status?: number; body: string }) {
  const asked: { authorization: string | undefined; form: string }[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Buffer.concat(chunks).toString('utf8');
      asked.push({ authorization: request.headers.authorization, form });
      const { status = 200, body } = reply(form);
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://user:pass%20word@127.0.0.1:${port}/addressbatch` };
}

const ids = (form: string) => [...form.matchAll(/^([\w-]{22}),/gm)].map(([, id]) => id ?? '');
const match = (id: string, at = '-104.99,39.73') =>
  `"${id}","asked","Match","Exact","12 MAIN ST","${at}","7","L"`;

function householdsOf(addresses: readonly Partial<GroupedHousehold>[]): GroupedHousehold[] {
  const groups = new HouseholdGroups();
  addresses.forEach((parts, at) =>
    groups.add(String(at), {
      address: null,
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      latitude: parts.given?.latitude ?? null,
      longitude: parts.given?.longitude ?? null,
      carrierRoute: null,
      productionCents: null,
      ...parts,
    }),
  );
  return groups.households;
}
const zipPoints = new Map([['80202', { latitude: 1, longitude: 2 }]]);
const sources = (located: Awaited<ReturnType<typeof locateHouseholds>>['located']) =>
  located.map(({ pointSource, point }) => [pointSource, point?.latitude]);

test('asks for addresses without names in batches, with the password of its address', async () => {
  const { asked, url } = await service((form) => ({
    body: ids(form)
      .map((id) => match(id))
      .join('\n'),
  }));
  const households = householdsOf([{ address: '1 A St' }, { address: '2 "B" St' }, { address: '3 C St' }]);
  const { located, failure } = await locateHouseholds(households, {
    geocoder: httpGeocoder(url, 2),
    knownPoints: new Map(),
    zipPoints,
  });
  expect(failure).toBeNull();
  expect(sources(located)).toEqual([
    ['geocoder', 39.73],
    ['geocoder', 39.73],
    ['geocoder', 39.73],
  ]);
  expect(asked.map(({ form }) => ids(form).length)).toEqual([2, 1]);
  expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
  expect(asked[0]?.form).toContain('name="benchmark"');
  expect(asked[0]?.form).toContain(`${households[1]?.id},"2 ""B"" St",Denver,CO,80202`);
});

test('takes given points and known ones without asking, and ZIP codes where nothing is found', async () => {
  const { asked, url } = await service((form) => ({
    body: [`"${ids(form)[0]}","asked","No_Match"`, match('somebody-else-s-address'), 'broken "line'].join(
      '\n',
    ),
  }));
  const households = householdsOf([
    { address: '1 A St', given: { latitude: 5, longitude: 6 } },
    { address: '2 B St' },
    { address: '3 C St' },
    { zip: null },
  ]);
  const { located, failure } = await locateHouseholds(households, {
    geocoder: httpGeocoder(url),
    knownPoints: new Map([[addressAndZip('2 B ST', '80202'), { latitude: 7, longitude: 8 }]]),
    zipPoints,
  });
  expect(failure).toBeNull();
  expect(sources(located)).toEqual([
    ['given', 5],
    ['geocoder', 7],
    ['zip', 1],
    [null, undefined],
  ]);
  expect(asked).toHaveLength(1);
});

test.each([
  ['fails', { status: 500, body: 'no' }, 'The geocoder did not answer (500).'],
  ['answers with something else', { body: '<html>12 Main St</html>' }, null],
])('takes ZIP codes where the service %s, and repeats no address', async (_, reply, message) => {
  const { url } = await service(() => reply);
  const { located, failure } = await locateHouseholds(householdsOf([{ address: '1 A St' }]), {
    geocoder: httpGeocoder(url),
    knownPoints: new Map(),
    zipPoints,
  });
  expect([sources(located), failure?.message ?? null]).toEqual([[['zip', 1]], message]);
});

test('takes ZIP codes where the service is not reachable', async () => {
  const { located, failure } = await locateHouseholds(householdsOf([{ address: '1 A St' }]), {
    geocoder: httpGeocoder('http://127.0.0.1:9/none'),
    knownPoints: new Map(),
    zipPoints,
  });
  expect([sources(located), failure?.message]).toEqual([
    [['zip', 1]],
    'The geocoder did not answer (no connection).',
  ]);
});
