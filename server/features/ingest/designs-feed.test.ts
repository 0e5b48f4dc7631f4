import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { testRecord } from '../../../tests/support/test-record.ts';
import type { FileStore } from '../../platform/files.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { designFeed, version, comment, pdf, square, shape, route } from './designs-for-tests.ts';
import { basicFeed, csv, type FolderContent, wholeRecord } from './feed-for-tests.ts';

const { db, folders, read, one, write } = testRecord();
let store: string;
let files: FileStore;
beforeEach(async () => {
  store = await folders.folder();
  files = folderFileStore(store);
});

const bring = (content: FolderContent, strict = false) =>
  folders.import(db.database.pool, content, { files, strict });
const stored = async () =>
  (await readdir(store, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const places = (report: { firstRejections: { file: string; line: number; column: string }[] }) =>
  report.firstRejections.map(({ file, line, column }) => `${file}:${line} ${column}`);

describe('designs and maps of the feed', () => {
  it('come whole, with their pictures, and say nothing new the second time', async () => {
    const withPage = {
      ...designFeed,
      'design-versions.csv': csv([
        version('V1', { front: 'cards/front.png', back: 'cards/both.pdf#page=2' }),
      ]),
      'cards/both.pdf': pdf,
    };
    const report = await bring(withPage);
    expect(report).toMatchObject({ firstRejections: [], notices: [], rejected: 0 });
    expect(report.files.reduce((sum, { pending, missingImages }) => sum + pending + missingImages, 0)).toBe(
      0,
    );
    expect(
      await one(`select front.account_id, front.media_type as front, back.media_type as back, front.width, front.height from design_versions join images front on front.account_id = design_versions.account_id and front.id = front_image
        join images back on back.account_id = front.account_id and back.id = back_image`),
    ).toEqual({
      account_id: 'A1',
      front: 'image/png',
      back: 'application/pdf',
      width: 60,
      height: 40,
    });
    expect(await one('select count(*)::int as images from images')).toEqual({ images: 3 });
    expect(await one('select account_id from images join sales_contacts on picture_key = images.id')).toEqual(
      {
        account_id: '',
      },
    );
    expect(await one('select centroid, bounding_box from geodata')).toEqual({
      centroid: [-104.1, 40.4].map((degree) => expect.closeTo(degree, 6) as unknown),
      bounding_box: [-105, 40, -103, 41],
    });
    expect(await one('select color, carrier_routes from mailing_areas')).toEqual({
      color: '#b5006e',
      carrier_routes: ['C1', 'C2'],
    });
    expect(
      await read(
        'select id, reply_to, status, modified_at = created_at as untouched from review_comments order by id',
      ),
    ).toEqual([
      { id: 'R1', reply_to: null, status: 'Pending', untouched: true },
      { id: 'R2', reply_to: 'R1', status: 'Pending', untouched: true },
    ]);

    const before = { record: await wholeRecord(db.database.pool), files: await stored() };
    const again = await bring(withPage);
    expect(again.files.map(({ file, added, changed }) => ({ file, added, changed }))).toEqual(
      again.files.map(({ file }) => ({ file, added: 0, changed: 0 })),
    );
    expect({ record: await wholeRecord(db.database.pool), files: await stored() }).toEqual(before);
  });

  it('leave what customers decided until the provider says something new', async () => {
    await bring(designFeed);
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
        from designs join design_versions using (account_id) join mailing_areas using (account_id)`);
    const before = await decided();
    await bring(designFeed);
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

  it('leave what a customer decides while versions and comments come', async () => {
    await bring(designFeed);
    const contents: FolderContent[] = [
      { 'design-versions.csv': csv([version('V1', { status: 'Wip' })]) },
      { 'review-comments.csv': csv([comment('R1', { status: 'Rejected' })]) },
    ];
    for (const content of contents) {
      await write(`update designs set customer_reviewer = null`);
      const person = await db.database.pool.connect();
      await person.query('begin');
      await person.query(
        `update designs set customer_reviewer = 'Olga' where account_id = 'A1' and id = 'D1'`,
      );
      const brought = bring(content);
      await expect.poll(() => countLockWaits(db.database.pool)).toBe(1);
      await person.query('commit');
      person.release();
      expect(await brought).toMatchObject({ rejected: 0 });
      expect(await one('select customer_reviewer from designs')).toEqual({ customer_reviewer: 'Olga' });
    }
  });

  it('import a comment without a known status as pending', async () => {
    await bring(designFeed);
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

  it('notify open screens of a change once, and not of unchanged rows', async () => {
    await bring(designFeed);
    const revision = async () => (await one('select revision from designs'))?.revision as number;
    const before = await revision();
    await bring(designFeed);
    expect(await revision()).toBe(before);
    await bring({ 'review-comments.csv': csv([comment('R3'), comment('R4')]) });
    expect(await revision()).toBe(before + 1);
    await bring({ 'review-comments.csv': csv([{ id: 'R3', deleted: true }]) });
    expect(await revision()).toBe(before + 2);
  });

  it('leave tombstones where they say deleted, which later rows revive', async () => {
    await bring(designFeed);
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
    await bring(designFeed);
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

  it('cannot take the updates of another row by naming its id as their portal_id', async () => {
    await bring(designFeed);
    const claims = { 'designs.csv': csv([{ id: 'E', account_id: 'A1', name: 'Claim', portal_id: 'D1' }]) };
    expect((await bring(claims)).firstRejections).toMatchObject([
      { line: 2, column: 'portal_id', reason: 'is already that of design D1' },
    ]);
    // an older one that exists already takes nothing either
    await write(`insert into designs (account_id, id, name, portal_id) values ('A2', 'E', 'Claim', 'D1')`);
    await bring({
      'designs.csv': csv([{ id: 'D1', name: 'Summer card' }]),
      'design-versions.csv': csv([version('V2')]),
    });
    expect(await read('select id, name from designs order by id')).toEqual([
      { id: 'D1', name: 'Summer card' },
      { id: 'E', name: 'Claim' },
    ]);
    expect(await one(`select design_id from design_versions where id = 'V2'`)).toEqual({ design_id: 'D1' });
  });

  it('take over portal rows once, when they are good and when they come with both ids', async () => {
    await bring(designFeed);
    await write(
      `insert into design_versions (account_id, id, design_id, version, status, portal_id) values ('A1', 'P', 'D1', 2, 'InReview', 'P')`,
    );
    const sent = (rows: object[]) => bring({ 'design-versions.csv': csv(rows as never) });
    const echoed = { account_id: 'A1', design_id: 'D1', version: 2, status: 'InReview', portal_id: 'P' };
    const bad = await sent([{ ...echoed, id: 'own', design_id: 'D9' }]);
    expect(bad.firstRejections).toMatchObject([{ column: 'design_id' }]);
    const versions = () => read(`select id, status from design_versions where portal_id is not null`);
    expect(await versions()).toEqual([{ id: 'P', status: 'InReview' }]);

    const both = await sent([
      { ...echoed, id: 'P', portal_id: '' },
      { ...echoed, id: 'own', status: 'Approved' },
    ]);
    expect(both.files[0]).toMatchObject({ rows: 2, replaced: 1, added: 0, changed: 1, rejected: 0 });
    expect(await versions()).toEqual([{ id: 'own', status: 'Approved' }]);
  });

  it('put a comment on a version of its own design only', async () => {
    await bring(designFeed);
    const report = await bring({
      'designs.csv': csv([{ id: 'D2', account_id: 'A1', name: 'Other' }]),
      'design-versions.csv': csv([version('V2', { design_id: 'D2' })]),
      'review-comments.csv': csv([comment('R7', { version_id: 'V2' }), comment('R1', { version_id: 'V2' })]),
    });
    expect(places(report)).toEqual(['review-comments.csv:2 version_id', 'review-comments.csv:3 version_id']);
    expect(report.firstRejections[0]?.reason).toContain('belongs to design D2');
  });
});

describe('shapes of the feed', () => {
  const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 1] } };
  const cases: [name: string, text: string][] = [
    ['no JSON', '{"type":'],
    ['an array', '[]'],
    ['no features', shape()],
    ['a point', shape(point)],
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

  it('keep the features that can be used, and report file, feature and rule of the others', async () => {
    const unclosed = {
      ...route(1),
      geometry: { type: 'Polygon', coordinates: [[...(square(1).coordinates[0] as number[][]), [9, 41]]] },
    };
    const report = await bring(
      {
        ...basicFeed,
        'geodata.csv': csv([{ id: 'G1', account_id: 'A1', shape: shape(route(1), point, unclosed) }]),
      },
      true,
    );
    expect([report.kept, report.firstRejections]).toEqual([true, []]);
    expect(report.firstEmptied).toEqual([
      {
        file: 'geodata.csv',
        line: 2,
        column: 'shape',
        reason: 'Feature 2 of 3 is left out: its geometry is a Point; use Polygon or MultiPolygon.',
      },
      {
        file: 'geodata.csv',
        line: 2,
        column: 'shape',
        reason: 'Feature 3 of 3 is left out: a ring is not closed; its last position must be its first.',
      },
    ]);
    expect(await one(`select jsonb_array_length(shape->'features') as features from geodata`)).toEqual({
      features: 1,
    });
  });

  it('across 180° have bounds and a middle there, in one part or several', async () => {
    const across = {
      ...route(1),
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [178, 40],
            [-179, 40],
            [-179, 42],
            [178, 42],
            [178, 40],
          ],
        ],
      },
    };
    const parts = {
      ...route(1),
      geometry: { type: 'MultiPolygon', coordinates: [square(178).coordinates, square(-180).coordinates] },
    };
    await bring({
      ...basicFeed,
      'geodata.csv': csv([
        { id: 'G1', account_id: 'A1', shape: shape(across) },
        { id: 'G2', account_id: 'A1', shape: shape(parts) },
        { id: 'G3', account_id: 'A1', shape: shape(route(1)) },
      ]),
    });
    expect(
      await read(
        `select bounding_box, bounds @> point(179.5, 40.5) as is_found, abs(centroid[1]) > 178 as is_there from geodata order by id`,
      ),
    ).toEqual([
      { bounding_box: [178, 40, -179, 42], is_found: true, is_there: true },
      { bounding_box: [178, 40, -179, 41], is_found: true, is_there: true },
      { bounding_box: [1, 40, 2, 41], is_found: false, is_there: false },
    ]);
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
