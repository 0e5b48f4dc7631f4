import { defaultValues } from '@mailcall/contract/rules/default-picklists.ts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
let token: string;

beforeAll(async () => {
  await addPerson(here.database, { id: 'owner' });
  await here.database.kysely
    .insertInto('picklists')
    .values([
      { object: 'score', field: 'paymentType', value: 'Insurance', label: 'Has insurance', position: 2 },
      { object: 'score', field: 'paymentType', value: 'Cash', label: 'Cash', position: 1 },
      { object: 'campaign', field: 'mediaType', value: 'Postcard', label: 'Postcard', position: 1 },
    ])
    .execute();
  token = await signInAs(here, 'owner@people.test');
});

const send = async (path: string) => {
  const answer = await here.app.http.inject({ url: `/api/data/object/${path}`, headers: bearer(token) });
  return { status: answer.statusCode, data: answer.json<{ data: unknown }>().data };
};

test('returns values with their labels in the order of the feed', async () => {
  expect((await send('score/field?names=paymentType')).data).toEqual({
    paymentType: {
      picklist: [
        { value: 'Cash', label: 'Cash' },
        { value: 'Insurance', label: 'Has insurance' },
      ],
    },
  });
});

test('returns several fields, with the usual values where nobody sent any', async () => {
  expect((await send('campaign/field?names[]=mediaType&names[]=campaignType')).data).toEqual({
    mediaType: { picklist: [{ value: 'Postcard', label: 'Postcard' }] },
    campaignType: { picklist: defaultValues('campaign', 'campaignType') },
  });
});

test.each([
  [
    'an unknown field',
    'score/field?names=favouriteColour',
    /There is no field favouriteColour. Use answeredBy/,
  ],
  ['a field of the other object', 'campaign/field?names=paymentType', /Use mediaType, campaignType/],
  ['a property of every object', 'score/field?names=constructor', /There is no field constructor/],
])('rejects %s and names it', async (_, path, message) => {
  const { status, data } = await send(path);
  expect(status).toBe(400);
  expect((data as { names: string }).names).toMatch(message);
});

test('rejects a request without names', async () => {
  const { status, data } = await send('score/field');
  expect([status, Object.keys(data as object)]).toEqual([400, ['names']]);
});
