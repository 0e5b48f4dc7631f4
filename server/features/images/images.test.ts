import { beforeEach, expect, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { type ImageAddresses, storeImage, openImageAddresses } from './index.ts';

const here = testApp();
let addresses: ImageAddresses;
let imageId = '';
const accountId = 'Büro/1.2';

beforeEach(async () => {
  here.clock.set(testNow);
  await here.database.pool.query('truncate images');
  const content = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3355aa' } })
    .png()
    .toBuffer();
  const stored = await storeImage(content, here.files);
  imageId = stored.id;
  await here.database.pool.query(
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      accountId,
      stored.id,
      stored.originalKey,
      stored.previewKey,
      stored.thumbnailKey,
      stored.mediaType,
      stored.bytes,
      stored.width,
      stored.height,
    ],
  );
  addresses = await openImageAddresses({ dataFolder: here.environment.dataFolder, clock: here.clock });
});

const load = (path: string, headers: Record<string, string> = {}) =>
  here.app.http.inject({ url: `${serviceBase.data}${path}`, headers });
const addressOf = (rendition: 'original' | 'preview' | 'thumbnail', account = accountId) =>
  addresses.urlOf({ accountId: account, imageId, rendition });

test.each([
  ['original', 'image/png', 900],
  ['preview', 'image/webp', 900],
  ['thumbnail', 'image/webp', 480],
] as const)('the %s comes as what it is, to nothing that could run it', async (rendition, type, width) => {
  const answer = await load(addressOf(rendition));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600, immutable',
    'content-length': String(answer.rawPayload.length),
  });
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
});

test('keeps an address for an hour, and does not send a cached image again', async () => {
  const address = addressOf('preview');
  const { headers } = await load(address);
  const again = await load(address, { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  here.clock.set('2026-03-11T15:59:59.999Z');
  expect(addressOf('preview')).toBe(address);
  here.clock.set('2026-03-11T16:00:00.000Z');
  expect(addressOf('preview')).not.toBe(address);
});

test('rejects an expired address', async () => {
  const address = addressOf('preview');
  here.clock.set('2026-03-11T16:59:59.999Z');
  expect((await load(address)).statusCode).toBe(200);
  here.clock.set('2026-03-11T17:00:00.000Z');
  expect((await load(address)).statusCode).toBe(410);
});

test('rejects every changed address', async () => {
  const address = addressOf('thumbnail');
  const parts = (address.split('/').at(-1) ?? '').split('.');
  expect(parts).toHaveLength(5);
  const changed = parts.map((part, at) =>
    parts
      .map((one, index) => (index === at ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : one))
      .join('.'),
  );
  const bigger = parts.map((part, at) => (at === 2 ? 'original' : part)).join('.');
  for (const signature of [
    ...changed,
    bigger,
    parts.slice(0, 4).join('.'),
    `${parts.join('.')}.x.`,
    `${parts.join('.')}.`,
    `${parts.join('.')}=`,
    '....',
    'x',
  ])
    expect([signature, (await load(`/images/${signature}`)).statusCode]).toEqual([signature, 403]);
  expect((await load(`/images/${parts.join('.')}`)).statusCode).toBe(200);
});

test('answers 404 for an image of another account or without a file', async () => {
  expect((await load(addressOf('preview', 'another'))).statusCode).toBe(404);
  await here.database.pool.query(`update images set preview_key = 'images/gone.webp'`);
  expect((await load(addressOf('preview'))).statusCode).toBe(404);
});

test('has addresses for the longest ids of accounts', async () => {
  const longest = 'ä'.repeat(200);
  await here.database.pool.query(
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     select $2, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height from images where account_id = $1`,
    [accountId, longest],
  );
  expect((await load(addressOf('preview', longest))).statusCode).toBe(200);
});

test('shows transparent areas of a picture in white', async () => {
  const clear = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { previewKey, thumbnailKey } = await storeImage(clear, here.files);
  for (const key of [previewKey, thumbnailKey]) {
    const { channels } = await sharp(await buffer(here.files.createReadStream(key))).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  }
});
