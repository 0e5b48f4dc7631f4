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

const ask = async (path: string) => {
  const answer = await here.app.http.inject({ url: `/api/data/object/${path}`, headers: bearer(token) });
  return { status: answer.statusCode, data: answer.json<{ data: unknown }>().data };
};

test('values with their labels, in the feed’s order', async () => {
  expect((await ask('score/field?names=paymentType')).data).toEqual({
    paymentType: {
      picklist: [
        { value: 'Cash', label: 'Cash' },
        { value: 'Insurance', label: 'Has insurance' },
      ],
    },
  });
});

test('several fields; one that the feed did not bring has no options', async () => {
  expect((await ask('campaign/field?names[]=mediaType&names[]=campaignType')).data).toEqual({
    mediaType: { picklist: [{ value: 'Postcard', label: 'Postcard' }] },
    campaignType: { picklist: [] },
  });
});

test.each([
  [
    'a field that is not there',
    'score/field?names=favouriteColour',
    /There is no field favouriteColour. Use nonOpportunityReason/,
  ],
  ['a field of the other object', 'campaign/field?names=paymentType', /Use mediaType, campaignType/],
  ['a property of every object', 'score/field?names=constructor', /There is no field constructor/],
])('%s is 400 and named', async (_, path, message) => {
  const { status, data } = await ask(path);
  expect(status).toBe(400);
  expect((data as { names: string }).names).toMatch(message);
});

test('no names is 400 and says which field', async () => {
  const { status, data } = await ask('score/field');
  expect([status, Object.keys(data as object)]).toEqual([400, ['names']]);
});
