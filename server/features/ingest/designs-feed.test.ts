import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { QueryResultRow } from 'pg';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import type { FileStore } from '../../platform/files.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { imagesToPdf } from '../../platform/image-to-pdf.ts';
import {
  basicFeed,
  csv,
  emptyRecord,
  FeedFolders,
  type FolderContent,
  wholeRecord,
} from './feed-for-tests.ts';
import { importFolder, reportLines } from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
let store: string;
let files: FileStore;
beforeEach(async () => {
  await emptyRecord(db.database.pool);
  store = await folders.folder();
  files = folderFileStore(store);
});
afterEach(() => folders.remove());

const bring = (content: FolderContent, strict = false) =>
  folders.import(db.database.pool, content, { files, strict });
const read = async <Row extends QueryResultRow>(sql: string, ...values: unknown[]) =>
  (await db.database.pool.query<Row>(sql, values)).rows;
const one = async (sql: string, ...values: unknown[]) => (await read(sql, ...values))[0];
const write = (sql: string) => db.database.pool.query(sql);
const stored = async () =>
  (await readdir(store, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const places = (report: { firstRejections: { file: string; line: number; column: string }[] }) =>
  report.firstRejections.map(({ file, line, column }) => `${file}:${line} ${column}`);

const face = (red: number, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 120 } } });
const png = await face(200).png().toBuffer();
const jpeg = await face(20).jpeg().toBuffer();
/** A postcard of two faces, red in front and blue behind. */
const pdf = await imagesToPdf(
  await Promise.all(
    (['#d00000', '#0000d0'] as const).map(async (background) => ({
      image: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
      width: 300,
      height: 200,
      description: 'A face',
    })),
  ),
  { title: 'Two faces', createdAt: new Date(0) },
);

const version = (id: string, given: Record<string, string | number> = {}) => ({
  id,
  account_id: 'A1',
  design_id: 'D1',
  version: 1,
  status: 'InReview',
  front: '',
  back: '',
  ...given,
});
const comment = (id: string, given: Record<string, string | number> = {}) => ({
  id,
  account_id: 'A1',
  design_id: 'D1',
  version_id: 'V1',
  side: 'front',
  x: 0.25,
  y: 0.75,
  body: 'Larger, please.',
  reply_to: '',
  status: 'Pending',
  author_name: 'Sam',
  created_at: '2026-03-01T10:00:00Z',
  ...given,
});
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 40],
      [west + 1, 40],
      [west + 1, 41],
      [west, 41],
      [west, 40],
    ],
  ],
});
const shape = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const route = (west: number, properties: object = { geocode: '80202C001' }) => ({
  type: 'Feature',
  properties,
  geometry: square(west),
});

const feed = {
  ...basicFeed,
  'sales-contacts.csv': csv([{ id: 'S1', name: 'Sam', email: 'sam@x.example', picture: 'people/sam.jpg' }]),
  'designs.csv': csv([
    {
      id: 'D1',
      account_id: 'A1',
      name: 'Spring card',
      next_review: 'CustomerReview',
      current_approval_level: 'Marketing Review',
      marketing_review_version: 1,
      archived: false,
      sales_contact_id: 'S1',
      campaign_ids: 'C1',
    },
  ]),
  'design-versions.csv': csv([version('V1', { front: 'cards/front.png', back: 'cards/both.pdf#page=2' })]),
  'review-comments.csv': csv([comment('R1'), comment('R2', { reply_to: 'R1', status: '' })]),
  'geodata.csv': csv([{ id: 'G1', account_id: 'A1', shape: shape(route(-105), route(-104)) }]),
  'mailing-areas.csv': csv([
    { id: 'M1', account_id: 'A1', name: 'Town', color: '#B5006E', geodata_id: 'G1', carrier_routes: 'C1;C2' },
  ]),
  'mailing-zones.csv': csv([
    { id: 'Z1', account_id: 'A1', name: 'North', color: '', mailing_area_id: 'M1', geodata_id: 'G1' },
  ]),
  'cards/front.png': png,
  'cards/both.pdf': pdf,
  'people/sam.jpg': jpeg,
} satisfies FolderContent;

describe('designs and maps of the feed', () => {
  it('come whole, with their pictures, and say nothing new the second time', async () => {
    const report = await bring(feed);
    expect(report).toMatchObject({ firstRejections: [], notices: [], rejected: 0 });
    expect(report.files.reduce((sum, { pending, missingImages }) => sum + pending + missingImages, 0)).toBe(
      0,
    );
    expect(
      await one(`select front.account_id, front.media_type as front, back.media_type as back, front.width, front.height,
        (select count(*)::int from images) as images, (select account_id from images join sales_contacts on picture_key = images.id) as provider
        from design_versions join images front on front.id = front_image join images back on back.id = back_image`),
    ).toEqual({
      account_id: 'A1',
      front: 'image/png',
      back: 'application/pdf',
      width: 60,
      height: 40,
      images: 3,
      provider: '',
    });
    expect(await one('select centroid, bounding_box from geodata')).toEqual({
      centroid: [-104.1, 40.4].map((degree) => expect.closeTo(degree, 6) as unknown),
      bounding_box: [-105, 40, -103, 41],
    });
    expect(await one('select color, carrier_routes from mailing_areas')).toEqual({
      color: '#b5006e',
      carrier_routes: ['C1', 'C2'],
    });
    expect(await read('select id, reply_to, status from review_comments order by id')).toEqual([
      { id: 'R1', reply_to: null, status: 'Pending' },
      { id: 'R2', reply_to: 'R1', status: 'Pending' },
    ]);

    const before = { record: await wholeRecord(db.database.pool), files: await stored() };
    const again = await bring(feed);
    expect(again.files.map(({ file, added, changed }) => ({ file, added, changed }))).toEqual(
      again.files.map(({ file }) => ({ file, added: 0, changed: 0 })),
    );
    expect({ record: await wholeRecord(db.database.pool), files: await stored() }).toEqual(before);
  });

  it('leave what customers decided until the provider says something new', async () => {
    await bring(feed);
    await write(`update designs set archived = true, next_review = 'FinalInspection', campaign_ids = '{C1,C9}',
      customer_reviewer = 'Olga', customer_review_version = 1, customer_review_completed = '2026-03-05', last_review_completed = '2026-03-05'`);
    await write(`update design_versions set status = 'Approved', customer_viewed = '2026-03-04'`);
    await write(`update review_comments set status = 'Accepted' where id = 'R1'`);
    await write(`update mailing_areas set color = '#000001'`);
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_contact_id, author_name)
      values ('A1', 'portal', 'D1', 'V1', 'front', 0, 1, 'Ours', 'olga', 'Olga')`);
    const decided = () =>
      one(`select designs.archived, next_review, campaign_ids, customer_reviewer, customer_review_version, design_versions.status,
        customer_viewed is null as unseen, mailing_areas.color,
        (select jsonb_agg(jsonb_build_array(id, status) order by id) from review_comments) as comments
        from designs, design_versions, mailing_areas`);
    const before = await decided();
    await bring(feed);
    expect(await decided()).toEqual(before);
    await bring({
      'designs.csv': csv([{ id: 'D1', next_review: '', customer_reviewer: '', campaign_ids: '' }]),
      'design-versions.csv': csv([{ id: 'V1', status: '', customer_viewed: '' }]),
    });
    expect(await decided()).toEqual(before);
    expect(before).toMatchObject({
      status: 'Approved',
      comments: [
        ['R1', 'Accepted'],
        ['R2', 'Pending'],
        ['portal', 'Draft'],
      ],
    });

    await bring({
      'designs.csv': csv([{ id: 'D1', next_review: 'Approved' }]),
      'design-versions.csv': csv([{ id: 'V1', status: 'Wip' }]),
      'review-comments.csv': csv([{ id: 'R1', status: 'Rejected' }]),
    });
    expect(await decided()).toMatchObject({
      next_review: 'Approved',
      status: 'Wip',
      comments: [
        ['R1', 'Rejected'],
        ['R2', 'Pending'],
        ['portal', 'Draft'],
      ],
    });
  });

  it('say of a comment whose status nobody knows that it is pending', async () => {
    await bring(feed);
    const report = await bring({
      'review-comments.csv': csv([
        comment('R8', { status: 'Waiting' }),
        comment('R9', { status: 'Accepted' }),
      ]),
    });
    expect(report.firstRejections).toEqual([]);
    expect(await read(`select id, status from review_comments where id in ('R8', 'R9') order by id`)).toEqual(
      [
        { id: 'R8', status: 'Pending' },
        { id: 'R9', status: 'Accepted' },
      ],
    );
  });

  it('tell open screens of a change, once, and of nothing new not at all', async () => {
    await bring(feed);
    const revision = async () => (await one('select revision from designs'))?.revision as number;
    const before = await revision();
    await bring(feed);
    expect(await revision()).toBe(before);
    await bring({ 'review-comments.csv': csv([comment('R3'), comment('R4')]) });
    expect(await revision()).toBe(before + 1);
    await bring({ 'review-comments.csv': csv([{ id: 'R3', deleted: true }]) });
    expect(await revision()).toBe(before + 2);
  });

  it('leave tombstones where they say deleted, which later rows revive', async () => {
    await bring(feed);
    const kinds = [
      ['sales-contacts', 'sales_contacts', 'S1'],
      ['designs', 'designs', 'D1'],
      ['design-versions', 'design_versions', 'V1'],
      ['review-comments', 'review_comments', 'R2'],
      ['mailing-areas', 'mailing_areas', 'M1'],
      ['mailing-zones', 'mailing_zones', 'Z1'],
      ['geodata', 'geodata', 'G1'],
    ] as const;
    const gone = await bring(
      Object.fromEntries(kinds.map(([file, , id]) => [`${file}.csv`, csv([{ id, deleted: true }])])),
    );
    expect(gone.firstRejections).toEqual([]);
    for (const [, table, id] of kinds)
      expect([table, await one(`select deleted from ${table} where id = $1`, id)]).toEqual([
        table,
        { deleted: true },
      ]);
    await bring(
      Object.fromEntries(kinds.map(([file, , id]) => [`${file}.csv`, csv([{ id, deleted: false }])])),
    );
    for (const [, table, id] of kinds)
      expect([table, await one(`select deleted from ${table} where id = $1`, id)]).toEqual([
        table,
        { deleted: false },
      ]);
  });

  it('of another account are refused, or wait', async () => {
    await bring(feed);
    const report = await bring({
      'designs.csv': csv([
        { id: 'D1', account_id: 'A2', name: 'Stolen', campaign_ids: '' },
        { id: 'D2', account_id: 'A9', name: 'x', campaign_ids: '' },
        { id: 'D3', account_id: 'A2', name: 'Other', campaign_ids: 'C1' },
      ]),
      'design-versions.csv': csv([
        version('V1', { account_id: 'A2' }),
        version('V2', { account_id: 'A2' }),
        version('V3', { design_id: 'D9' }),
      ]),
      'review-comments.csv': csv([
        comment('R1', { account_id: 'A2' }),
        comment('R5', { account_id: 'A2', design_id: 'D1' }),
        comment('R6', { design_id: 'D3' }),
      ]),
      'geodata.csv': csv([{ id: 'G1', account_id: 'A2', shape: shape(route(1)) }]),
      'mailing-areas.csv': csv([{ id: 'M1', account_id: 'A2', name: 'x', geodata_id: '' }]),
      'mailing-zones.csv': csv([{ id: 'Z2', account_id: 'A2', name: 'x', mailing_area_id: 'M1' }]),
    });
    expect(places(report)).toEqual([
      'designs.csv:2 account_id',
      'designs.csv:3 account_id',
      'design-versions.csv:2 account_id',
      'design-versions.csv:3 design_id',
      'design-versions.csv:4 design_id',
      'review-comments.csv:2 account_id',
      'review-comments.csv:3 design_id',
      'review-comments.csv:4 design_id',
      'geodata.csv:2 account_id',
      'mailing-areas.csv:2 account_id',
    ]);
    expect(report.files.filter(({ pending }) => pending > 0).map(({ file }) => file)).toEqual([
      'designs.csv',
      'mailing-zones.csv',
    ]);
    expect(await one(`select account_id, name from designs where id = 'D1'`)).toEqual({
      account_id: 'A1',
      name: 'Spring card',
    });
  });

  it('put a comment on a version of its own design only', async () => {
    await bring(feed);
    const report = await bring({
      'designs.csv': csv([{ id: 'D2', account_id: 'A1', name: 'Other' }]),
      'design-versions.csv': csv([version('V2', { design_id: 'D2' })]),
      'review-comments.csv': csv([comment('R7', { version_id: 'V2' }), comment('R1', { version_id: 'V2' })]),
    });
    expect(places(report)).toEqual(['review-comments.csv:2 version_id', 'review-comments.csv:3 version_id']);
    expect(report.firstRejections[0]?.reason).toContain('belongs to design D2');
  });
});

describe('pictures of the feed', () => {
  const versions = (...front: string[]) =>
    csv(front.map((path, index) => version(`V${index + 1}`, { version: index + 1, front: path })));
  const withDesign = (content: FolderContent): FolderContent => ({
    ...basicFeed,
    'designs.csv': csv([{ id: 'D1', account_id: 'A1', name: 'Spring card' }]),
    ...content,
  });
  /** A PNG of a few hundred bytes that says it is 20,000 by 20,000 pixels: 400 million. */
  const bomb = () => {
    const content = Buffer.from(png);
    // its first part begins behind the signature: length, name, width, height, five bytes more, checksum
    content.writeUInt32BE(20_000, 16);
    content.writeUInt32BE(20_000, 20);
    content.writeUInt32BE(crc32(content.subarray(12, 29)), 29);
    return content;
  };

  it('that are hostile or broken are refused with file, line, column and reason, and nothing of them is kept', async () => {
    const cases: [path: string, content: Uint8Array | string, reason: string][] = [
      ['empty.png', '', 'is empty'],
      ['script.png', '<script>alert(1)</script>', 'is not a PNG, JPEG or PDF'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'is not a PNG, JPEG or PDF'],
      ['animation.gif', 'GIF89a\x01\0\x01\0', 'is not a PNG, JPEG or PDF'],
      ['cut.png', png.subarray(0, png.length - 30), 'is broken: it cannot be read as an image'],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 'is broken: it cannot be read as an image'],
      ['head.png', png.subarray(0, 8), 'is broken: it cannot be read as an image'],
      ['bomb.png', bomb(), 'has more than 100 million pixels'],
      ['huge.png', Buffer.concat([png, Buffer.alloc(40 * 1024 * 1024)]), 'is larger than 40 MB'],
      ['broken.pdf', '%PDF-1.7\nnothing of it', 'is broken: it cannot be read as a PDF'],
      ['both.pdf#page=3', '', 'has no page 3'],
      ['both.pdf#page=0', '', 'has no page 0'],
      ['../outside.png', '', 'must be a path inside the folder'],
    ];
    const content = Object.fromEntries(
      cases.flatMap(([path, bytes]) => (/[#]|\.\./.test(path) ? [] : [[path, bytes]])),
    );
    const report = await bring(
      withDesign({
        ...content,
        'both.pdf': pdf,
        'design-versions.csv': versions(...cases.map(([path]) => path), 'cards/good.png'),
        'cards/good.png': png,
      }),
    );
    expect(places(report)).toEqual(cases.map((_, index) => `design-versions.csv:${index + 2} front`));
    expect(report.firstRejections.map(({ reason }) => reason)).toEqual(
      cases.map(([, , reason]) => expect.stringContaining(reason) as unknown),
    );
    expect(await read('select front_image is null as bare from design_versions')).toEqual([{ bare: false }]);
    expect(await stored()).toHaveLength(3);
  }, 180_000);

  it('that are not there leave the row, and the picture that came before', async () => {
    const report = await bring(
      withDesign({ 'design-versions.csv': versions('later.png', 'here.png', 'cards'), 'here.png': png }),
    );
    expect(report.files.at(-1)).toMatchObject({ added: 3, rejected: 0, missingImages: 2 });
    expect(reportLines(report).join('\n')).toMatch(/2 .*(image|picture)/i);
    const fronts = () =>
      read<{ front: boolean }>(
        'select front_image is not null as front from design_versions order by id',
      ).then((rows) => rows.map(({ front }) => front));
    expect(await fronts()).toEqual([false, true, false]);
    await bring({ 'design-versions.csv': versions('later.png', 'gone.png'), 'later.png': jpeg });
    expect(await fronts()).toEqual([true, true, false]);
    await bring({ 'design-versions.csv': versions('') });
    expect(await fronts()).toEqual([false, true, false]);
  });

  it('lie inside the folder, whatever a link says', async () => {
    const outside = await folders.folder({ 'secret.png': png });
    const folder = await folders.folder(withDesign({ 'design-versions.csv': versions('link.png') }));
    await symlink(join(outside, 'secret.png'), join(folder, 'link.png'));
    const report = await importFolder(db.database, folder, { files });
    expect(places(report)).toEqual(['design-versions.csv:2 front']);
    expect(await stored()).toEqual([]);
  });

  it('are taken away again when a strict import keeps nothing, but for those that were there before', async () => {
    await bring(withDesign({ 'design-versions.csv': versions('one.png'), 'one.png': png }));
    const before = await stored();
    const report = await bring(
      withDesign({
        'design-versions.csv': versions('one.png', 'two.jpg', 'both.pdf', '../bad.png'),
        'one.png': png,
        'two.jpg': jpeg,
        'both.pdf': pdf,
      }),
      true,
    );
    expect(report.kept).toBe(false);
    expect(await stored()).toEqual(before);
    expect(await one('select count(*)::int as n from images')).toEqual({ n: 1 });
  });

  it('that the file store does not take end the import, and are not said to be missing', async () => {
    const full = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
    const content = withDesign({ 'design-versions.csv': versions('one.png'), 'one.png': png });
    const fullStore = { ...files, put: () => Promise.reject(full) };
    await expect(folders.import(db.database.pool, content, { files: fullStore })).rejects.toBe(full);
    expect(await one('select count(*)::int as n from images')).toEqual({ n: 0 });
  });

  it('are turned upright and carry nothing of what a camera wrote', async () => {
    const turned = await face(90, 60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody at home' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await bring(withDesign({ 'design-versions.csv': versions('turned.jpg'), 'turned.jpg': turned }));
    const image = await one('select * from images');
    expect(image).toMatchObject({ width: 40, height: 60, bytes: turned.length });
    expect(await buffer(files.createReadStream(String(image?.['original_key'])))).toEqual(turned);
    for (const key of [image?.['preview_key'], image?.['thumbnail_key']]) {
      const rendition = await sharp(await buffer(files.createReadStream(String(key)))).metadata();
      expect(rendition).toMatchObject({ format: 'webp', width: 40, height: 60 });
      expect(rendition.exif ?? rendition.xmp ?? rendition.icc).toBeUndefined();
    }
  });

  it('of a PDF are the page that the path says, each its own picture', async () => {
    await bring(
      withDesign({ 'design-versions.csv': versions('both.pdf', 'both.pdf#page=2'), 'both.pdf': pdf }),
    );
    const rows = await read<{ preview_key: string; width: number }>(
      'select preview_key, width from design_versions join images on images.id = front_image order by version',
    );
    const colours = await Promise.all(
      rows.map(async ({ preview_key }) => {
        const { dominant } = await sharp(await buffer(files.createReadStream(preview_key))).stats();
        return dominant.r > dominant.b ? 'red' : 'blue';
      }),
    );
    expect([colours, rows.map(({ width }) => width)]).toEqual([
      ['red', 'blue'],
      [2000, 2000],
    ]);
  });
});

describe('shapes of the feed', () => {
  const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 1] } };
  const cases: [name: string, text: string][] = [
    ['no JSON', '{"type":'],
    ['an array', '[]'],
    ['no features', shape()],
    ['a point', shape(point)],
    ['a lone polygon', JSON.stringify(square(1))],
    [
      'latitude first',
      shape({
        ...route(1),
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [40, -105],
              [41, -105],
              [41, -104],
              [40, -105],
            ],
          ],
        },
      }),
    ],
    [
      'an open ring',
      shape({
        ...route(1),
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [1, 1],
              [2, 1],
              [2, 2],
              [1, 2],
            ],
          ],
        },
      }),
    ],
    [
      'a ring of two corners',
      shape({
        ...route(1),
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [1, 1],
              [2, 1],
              [1, 1],
            ],
          ],
        },
      }),
    ],
    [
      'a number that is too large',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[1e999,1],[2,1],[2,2],[1e999,1]]]}}]}',
    ],
    ['a NUL within a name', shape(route(1, { geocode: 'a\0b' }))],
    ['half a character within a name', shape(route(1, { geocode: 'a\ud800b' }))],
    ['half a character as a name', shape(route(1, { 'a\ud800b': 1 }))],
  ];

  it.each(cases)('with %s are refused, and the rows beside them come', async (_, text) => {
    const report = await bring({
      ...basicFeed,
      'geodata.csv': csv([
        { id: 'G1', account_id: 'A1', shape: text },
        { id: 'G2', account_id: 'A1', shape: shape(route(1)) },
      ]),
    });
    expect(places(report)).toEqual(['geodata.csv:2 shape']);
    expect(await read('select id from geodata')).toEqual([{ id: 'G2' }]);
  });

  it('keep what they say of themselves, without the lists and objects within', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const text = shape(route(1, { geocode: 'C1', homes: 312, deep: 0 })).replace(
      '"deep":0',
      `"deep":${deep}`,
    );
    const report = await bring({
      ...basicFeed,
      'geodata.csv': csv([{ id: 'G1', account_id: 'A1', shape: text }]),
    });
    expect(report.firstRejections).toEqual([]);
    expect(await one(`select shape->'features'->0->'properties' as said from geodata`)).toEqual({
      said: { geocode: 'C1', homes: 312 },
    });
  });

  it('may be objects in NDJSON and of many polygons', async () => {
    const many = {
      ...route(1),
      geometry: { type: 'MultiPolygon', coordinates: [square(1).coordinates, square(5).coordinates] },
    };
    const report = await bring({
      ...basicFeed,
      'geodata.ndjson': `${JSON.stringify({ id: 'G1', account_id: 'A1', shape: { type: 'FeatureCollection', features: [many] } })}\n`,
    });
    expect(report.firstRejections).toEqual([]);
    expect(await one('select bounding_box from geodata')).toEqual({ bounding_box: [1, 40, 6, 41] });
  });
});
