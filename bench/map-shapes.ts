import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { getGeodata, getTile, maxGeodataIds, maxTileZoom } from '@mailcall/contract/map-shapes.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { type App, buildApp } from '../server/app.ts';
import { hashPassword } from '../server/features/identity/passwords.ts';
import { systemClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { type Environment, readEnvironment } from '../server/platform/env.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { createLog } from '../server/platform/log.ts';
import { migrate } from '../server/platform/migrate.ts';
import { newDataFolder } from './data-folder.ts';
import { reportMissed } from './options.ts';
import { benchPerson } from './story.ts';
import { type BenchZone, benchZones } from './zones.ts';

/** Bytes of the first view's tiles, as a share of GeoJSON's. */
const largestShare = 1 / 5;
const view = { width: 1080 - 60, height: 840 - 60 };
const tileSize = 512;

async function fillZones({ pool, kysely }: Database, zones: readonly BenchZone[]): Promise<void> {
  await kysely
    .insertInto('contacts')
    .values({
      id: benchPerson.id,
      name: 'Bench',
      email: benchPerson.email,
      password_hash: await hashPassword(benchPerson.password),
      activated_at: new Date(),
    })
    .execute();
  for (const id of new Set(zones.map(({ accountId }) => accountId))) {
    await kysely.insertInto('accounts').values({ id, name: id }).execute();
    await kysely
      .insertInto('contact_accounts')
      .values({ contact_id: benchPerson.id, account_id: id })
      .execute();
    await kysely
      .insertInto('mailing_areas')
      .values({ account_id: id, id: `area-${id}`, name: id, carrier_routes: ['10000C001'] })
      .execute();
  }
  for (const { id, accountId, shape, boundingBox } of zones) {
    const [west, south, east, north] = boundingBox;
    await pool.query(
      'insert into geodata (account_id, id, shape, centroid, bounding_box) values ($1, $2, $3, $4, $5)',
      [accountId, id, JSON.stringify(shape), [(west + east) / 2, (south + north) / 2], boundingBox],
    );
    await kysely
      .insertInto('mailing_zones')
      .values({ account_id: accountId, id, name: id, mailing_area_id: `area-${accountId}`, geodata_id: id })
      .execute();
  }
  await pool.query('vacuum (analyze)');
}

function tilesOf(zones: readonly BenchZone[]): { z: number; x: number; y: number }[] {
  const column = (longitude: number) => (longitude + 180) / 360;
  const row = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
  const left = Math.min(...zones.map(({ boundingBox }) => column(boundingBox[0])));
  const right = Math.max(...zones.map(({ boundingBox }) => column(boundingBox[2])));
  const top = Math.min(...zones.map(({ boundingBox }) => row(boundingBox[3])));
  const bottom = Math.max(...zones.map(({ boundingBox }) => row(boundingBox[1])));
  const zoom = Math.log2(
    Math.min(view.width / tileSize / (right - left), view.height / tileSize / (bottom - top)),
  );
  const z = Math.min(maxTileZoom, Math.floor(zoom));
  // half of the view around its center, with padding
  const half = (pixels: number) => (pixels + 60) / 2 / tileSize / 2 ** zoom;
  const [centerX, centerY] = [(left + right) / 2, (top + bottom) / 2];
  const from = (at: number) => Math.max(0, Math.floor(at * 2 ** z));
  const until = (at: number) => Math.min(2 ** z - 1, Math.floor(at * 2 ** z));
  const tiles = [];
  for (let x = from(centerX - half(view.width)); x <= until(centerX + half(view.width)); x += 1)
    for (let y = from(centerY - half(view.height)); y <= until(centerY + half(view.height)); y += 1)
      tiles.push({ z, x, y });
  return tiles;
}

/** Compressed bytes, and milliseconds one after another. */
interface Taken {
  requests: number;
  bytes: number;
  milliseconds: number;
}

async function takenBy(http: App['http'], token: string, urls: readonly string[]): Promise<Taken> {
  const started = performance.now();
  let bytes = 0;
  for (const url of urls) {
    const answer = await http.inject({
      url: serviceBase.maps + url,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    });
    if (answer.statusCode !== 200) throw new Error(`${url} returned ${answer.statusCode}.`);
    bytes += answer.rawPayload.length;
  }
  return { requests: urls.length, bytes, milliseconds: performance.now() - started };
}

async function compare(
  http: App['http'],
  zones: readonly BenchZone[],
  say: (line: string) => void,
): Promise<void> {
  const signedIn = await http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: {
      grant_type: passwordRealmGrant,
      username: benchPerson.email,
      password: benchPerson.password,
      realm: 'password',
    },
  });
  const token = signedIn.json<{ access_token: string }>().access_token;
  const report = (name: string, { requests, bytes, milliseconds }: Taken) =>
    say(
      `${name.padEnd(50)} ${String(requests).padStart(3)} requests ${(bytes / 1000).toFixed(0).padStart(7)} kB ${milliseconds.toFixed(0).padStart(6)} ms`,
    );
  const measure = async (name: string, urls: readonly string[]) => {
    const taken = await takenBy(http, token, urls);
    report(name, taken);
    return taken;
  };
  const ids = zones.map(({ id }) => id);
  const whole = Array.from({ length: Math.ceil(ids.length / maxGeodataIds) }, (_, at) => {
    const some = ids.slice(at * maxGeodataIds, (at + 1) * maxGeodataIds);
    return `${getGeodata.path}?ids=${some.join(',')}`;
  });
  const addresses = (shown: readonly BenchZone[]) =>
    tilesOf(shown).map(
      ({ z, x, y }) => `${pathOf(getTile, { z: String(z), x: String(x), y: String(y) })}?accountIds[]=*`,
    );
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  const geoJson = await measure('500 zones whole, as GeoJSON', whole);
  pauses.enable();
  const first = await measure('tiles of all zones in view, made', addresses(zones));
  pauses.disable();
  say(`longest pause while they are made: ${(pauses.max / 1e6).toFixed(0)} ms`);
  await measure('the same tiles, kept', addresses(zones));
  const town = zones.filter(({ accountId }) => accountId === zones[0]?.accountId);
  const second = await measure('tiles of one town in view', addresses(town));
  const third = await measure('tiles of one zone in view', addresses(town.slice(0, 1)));
  const shareOf = (...parts: readonly Taken[]) =>
    parts.reduce((sum, { bytes }) => sum + bytes, 0) / geoJson.bytes;
  say(
    `share of the bytes: ${shareOf(first).toFixed(3)} for the first view, ${shareOf(first, second, third).toFixed(3)} with the two closer ones`,
  );
  if (shareOf(first, second, third) > largestShare) reportMissed('The tiles have too many bytes.');
}

export async function openZonesDatabase(
  folder: string,
  zones: readonly BenchZone[],
): Promise<{ database: Database; environment: Environment }> {
  const environment = readEnvironment({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://mailcall.test',
  });
  const database = await openDatabase(environment, { say: () => undefined });
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
    await fillZones(database, zones);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, environment };
}

export async function measureMapShapes(say: (line: string) => void): Promise<void> {
  const folder = await newDataFolder();
  const zones = benchZones();
  const { database, environment } = await openZonesDatabase(folder, zones);
  try {
    const files = folderFileStore(join(folder, 'files'));
    const { http } = await buildApp({
      database,
      environment,
      files,
      clock: systemClock,
      log: createLog(environment),
    });
    try {
      await compare(http, zones, say);
    } finally {
      await http.close();
    }
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
