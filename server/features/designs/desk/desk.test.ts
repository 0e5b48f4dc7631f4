import { randomUUID } from 'node:crypto';
import {
  addDesign,
  addDesignVersion,
  answerDesignComment,
  checkDesignFile,
  type CheckedDesignFace,
  deskDesign,
  type DeskDesign,
  type DeskDesignDetails,
  deskDesigns,
  deskOfficeChoices,
  editDesign,
  sendDesign,
} from '@mailcall/contract/provider-designs.ts';
import { findOffices } from '@mailcall/contract/provider-offices.ts';
import { addReviewComment } from '@mailcall/contract/review-comments.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { designOffice } from '../../../../tests/support/design-office.ts';
import { requestRoute } from '../../../../tests/support/request-route.ts';
import { addTeamMember, bearer, signInAs } from '../../../../tests/support/test-app.ts';
import { serviceBase } from '../../../platform/http/serve.ts';

const { here, write, one, as, designOf, close } = designOffice();
const team = { mia: '', dora: '' };

beforeEach(async () => {
  await write('truncate design_reviews, team_members, team_member_accounts, access_log, portal_changes');
  await addTeamMember(here.database, { id: 'mia', roles: ['account-manager'] });
  await addTeamMember(here.database, { id: 'dora', roles: ['designer'], accounts: ['foreign'] });
  for (const name of ['mia', 'dora'] as const) team[name] ||= await signInAs(here, `${name}@people.test`);
});

type Ask = Parameters<typeof requestRoute>[3];
const desk = <Data>(
  route: Parameters<typeof requestRoute>[2],
  parts: Ask = {},
  who: keyof typeof team = 'mia',
) => requestRoute<Data>(here, team[who], route, parts);

const picture = (background: string, spot?: { left: number; top: number }) => {
  const card = sharp({ create: { width: 925, height: 625, channels: 3, background } });
  const mark = { create: { width: 120, height: 90, channels: 3 as const, background: '#000000' } };
  return (spot ? card.composite([{ input: mark, ...spot }]) : card).png().toBuffer();
};

async function check(
  content: Buffer,
  query: object = {},
  who: keyof typeof team = 'mia',
): Promise<{ code: number; faces: CheckedDesignFace[]; message: string }> {
  const given = { accountId: 'own', format: 'Jumbo postcard 6 × 9', ...query };
  const answer = await here.app.http.inject({
    method: 'POST',
    url: `${serviceBase.data}${checkDesignFile.path}?${encodeQuery(given)}`,
    headers: { ...bearer(team[who]), 'content-type': 'application/octet-stream' },
    payload: content,
  });
  const body = answer.json();
  return { code: answer.statusCode, faces: body.data?.faces ?? [], message: body.message };
}

const imageOf = async (content: Buffer, query?: object) =>
  (await check(content, query)).faces[0]?.image ?? '';

const draft = async (more: object = {}) => ({
  requestId: randomUUID(),
  accountId: 'own',
  name: 'Spring',
  campaignIds: ['ready'],
  front: await imageOf(await picture('#ffee99')),
  back: null,
  send: { reviewers: ['olga'], dueOn: '2026-03-20' },
  ...more,
});
const add = async (more?: object) => {
  const { code, data } = await desk<{ id: string }>(addDesign, { body: await draft(more) });
  expect([code, data]).toMatchObject([200, { id: expect.any(String) }]);
  return data.id;
};
const details = async (id: string) => (await desk<DeskDesignDetails>(deskDesign, { params: { id } })).data;
const listed = async (query: object = {}) =>
  (await desk<{ meta: object; records: DeskDesign[] }>(deskDesigns, { query })).data;

test('a sent design waits for the client, and an unsent one is hidden', async () => {
  const id = await add();
  expect(await designOf(id)).toMatchObject({
    name: 'Spring',
    campaignIds: ['ready'],
    nextReview: 'CustomerReview',
    openForComments: true,
    currentVersion: { version: 1, status: 'InReview', front: { width: 900, height: 600 } },
  });
  expect(await details(id)).toMatchObject({
    state: 'withClient',
    sent: { by: 'Person mia', reviewers: [{ id: 'olga' }], dueOn: '2026-03-20' },
    concepts: [{ id: 'card' }],
  });
  const hidden = await add({ name: 'Fall', send: null });
  expect((await designOf(hidden)).currentVersion?.front).toBeNull();
  expect((await details(hidden)).design.currentVersion?.front).not.toBeNull();
  const versionId = (await details(hidden)).design.currentVersion?.id;
  await desk(sendDesign, { params: { id: hidden }, body: { versionId, reviewers: ['otto'], dueOn: null } });
  expect(await designOf(hidden)).toMatchObject({ openForComments: true });
  expect(await one(`select count(*)::int as n from portal_changes where action = 'added'`)).toEqual({ n: 4 });
  expect(await one(`select portal_id from designs where id = $1`, id)).toEqual({ portal_id: id });
});

test('a repeated request adds one design', async () => {
  const body = await draft();
  const first = await desk<{ id: string }>(addDesign, { body });
  expect((await desk<{ id: string }>(addDesign, { body })).data.id).toBe(first.data.id);
  expect((await listed({ search: 'spring' })).meta).toEqual({ total_count: 1 });
  expect((await listed({ search: 'own spring' })).meta).toEqual({ total_count: 1 });
});

test('changes come back, are answered, and version two goes out', async () => {
  const id = await add();
  const pin = await pinOn(id);
  expect((await details(id)).design.currentVersion?.comments).toEqual([]);
  expect((await close('olga', {}, id)).data.decision).toBe('changes');
  expect((await listed({ state: 'changes' })).records).toMatchObject([{ id, openComments: 1, version: 1 }]);

  const answer = { requestId: randomUUID(), body: 'With pleasure.', accepted: true };
  for (const _ of [1, 2])
    expect((await desk(answerDesignComment, { params: { id, commentId: pin }, body: answer })).code).toBe(
      200,
    );
  expect((await listed({ state: 'changes' })).records).toMatchObject([{ id, openComments: 0 }]);

  const before = (await details(id)).design.currentVersion?.id;
  const second = await check(await picture('#ffee99', { left: 300, top: 200 }), { designId: id });
  expect(second.faces[0]?.changed).toHaveLength(1);
  const [area] = second.faces[0]?.changed ?? [];
  expect(area?.x).toBeCloseTo(0.32, 1);
  const body = {
    requestId: randomUUID(),
    currentVersionId: before,
    front: second.faces[0]?.image,
    back: null,
    reviewers: ['olga'],
    dueOn: null,
  };
  for (const _ of [1, 2]) expect((await desk(addDesignVersion, { params: { id }, body })).code).toBe(200);
  const stale = { ...body, requestId: randomUUID() };
  expect((await desk(addDesignVersion, { params: { id }, body: stale })).code).toBe(422);
  const shown = await designOf(id);
  expect(shown).toMatchObject({ currentVersion: { version: 2, status: 'InReview' } });
  expect(shown.previousVersions[0]?.comments[0]?.replies).toMatchObject([
    { body: 'With pleasure.', status: 'Accepted', nextDesignVersionId: shown.currentVersion?.id },
  ]);
  expect((await details(id)).changed.front).toHaveLength(1);
});

async function pinOn(designId: string): Promise<string> {
  const body = { body: 'Bigger, please.', side: 'front', x: 0.2, y: 0.3 };
  const { data } = await as<{ comment: { id: string } }>('olga', addReviewComment, {
    params: { designId },
    body,
  });
  return data.comment.id;
}

test('an edit is refused at its field when a colleague was faster', async () => {
  const id = await add();
  const edit = (value: string, before: string) =>
    desk(editDesign, { params: { id }, body: { values: { name: value }, before: { name: before } } });
  expect((await edit('Summer', 'Spring')).code).toBe(200);
  const late = await edit('Autumn', 'Spring');
  expect([late.code, late.data]).toMatchObject([422, { name: 'was changed meanwhile to "Summer".' }]);
  for (const values of [{ next_review: 'Approved' }, { media_type: 'x'.repeat(201) }]) {
    const refused = await desk<object>(editDesign, { params: { id }, body: { values, before: {} } });
    expect([refused.code, Object.keys(refused.data)]).toEqual([400, [`values.${Object.keys(values)[0]}`]]);
  }
});

test('approved and archived designs are not sent again', async () => {
  const id = await add({ campaignIds: [] });
  await close('olga', {}, id);
  const { state, design } = await details(id);
  expect(state).toBe('approved');
  const body = { versionId: design.currentVersion?.id, reviewers: ['olga'], dueOn: null };
  expect((await desk(sendDesign, { params: { id }, body })).message).toBe('This design is approved already.');
});

test.each<[string, object, string]>([
  ['a reviewer of another office', { send: { reviewers: ['felix'], dueOn: null } }, 'reviewers'],
  ['a day that is over', { send: { reviewers: ['olga'], dueOn: '2026-03-01' } }, 'dueOn'],
  ['a mailing of another office', { campaignIds: ['theirs'] }, 'campaign_ids'],
  ['an unknown picture', { front: 'a'.repeat(64) }, 'front'],
])('names the field of %s', async (_, more, field) => {
  const answer = await desk<object>(addDesign, { body: await draft(more) });
  expect(answer.code).toBeGreaterThanOrEqual(400);
  expect(Object.keys(answer.data)).toContain(field);
  expect((await listed({ search: 'Spring' })).meta).toEqual({ total_count: 0 });
});

test('a day is over when it is over at the office', async () => {
  await write(`update accounts set time_zone = 'Pacific/Kiritimati' where id = 'own'`);
  const due = async (dueOn: string) =>
    (await desk(addDesign, { body: await draft({ send: { reviewers: ['olga'], dueOn } }) })).code;
  expect([await due('2026-03-11'), await due('2026-03-12')]).toEqual([400, 200]);
});

test('a picture of another office is unknown', async () => {
  const front = await imageOf(await picture('#123456'), { accountId: 'foreign' });
  expect(Object.keys((await desk<object>(addDesign, { body: await draft({ front }) })).data)).toEqual([
    'front',
  ]);
});

test('a designer sees and changes chosen offices only', async () => {
  const id = await add();
  expect(
    (await desk<{ records: DeskDesign[] }>(deskDesigns, {}, 'dora')).data.records.map((row) => row.id),
  ).toEqual(['alien']);
  expect((await desk(findOffices, {}, 'dora')).data).toEqual({
    records: [{ id: 'foreign', name: 'Foreign' }],
  });
  for (const [route, parts] of [
    [deskDesign, { params: { id } }],
    [editDesign, { params: { id }, body: { values: { name: 'x' }, before: {} } }],
    [sendDesign, { params: { id }, body: { versionId: 'v', reviewers: ['felix'], dueOn: null } }],
    [deskOfficeChoices, { params: { accountId: 'own' } }],
    [addDesign, { body: await draft() }],
  ] as const)
    expect((await desk(route, parts as Ask, 'dora')).code).toBe(404);
  expect((await check(await picture('#ffffff'), {}, 'dora')).code).toBe(404);
  expect((await check(await picture('#ffffff'), { accountId: 'foreign', designId: id }, 'dora')).code).toBe(
    404,
  );
});

test('says why a file is refused', async () => {
  expect(await check(Buffer.from('text'))).toMatchObject({
    code: 422,
    message: 'This file is not a PNG, JPEG or PDF.',
  });
  expect((await check(Buffer.alloc(41 * 1024 * 1024))).code).toBe(413);
});
