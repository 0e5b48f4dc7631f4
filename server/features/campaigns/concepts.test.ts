import { selectConcept } from '@mailcall/contract/designs.ts';
import { approveMailing, getMailing, listMailings, type Mailing } from '@mailcall/contract/mailings.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addDesign, recordOfDesigns } from '../../../tests/support/designs.ts';
import { signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
const tokens = { olga: '', felix: '', limited: '' };
type Who = keyof typeof tokens;
beforeEach(async () => {
  await recordOfDesigns(here);
  tokens.olga ||= await signInAs(here, 'olga@people.test');
  tokens.felix ||= await signInAs(here, 'felix@people.test');
  tokens.limited ||= await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
});

const inList = async (who: Who = 'olga', id = 'ready') =>
  (
    await requestRoute<{ records: Mailing[] }>(here, tokens[who], listMailings, {
      query: { accountIds: ['*'] },
    })
  ).data.records.find((one) => one.id === id)?.conceptIds;
const concepts = async (id = 'ready') => {
  const one = await requestRoute<{ record: Mailing }>(here, tokens.olga, getMailing, { params: { id } });
  expect(await inList('olga', id)).toEqual(one.data.record.conceptIds);
  return one.data.record.conceptIds;
};

describe('the designs to choose among for a mailing', () => {
  test('are those that wait for the customer, if there are two or more', async () => {
    expect(await concepts()).toEqual([]);
    await addDesign(here, 'beside', { campaigns: ['early', 'ready'] });
    expect(await concepts()).toEqual(['beside', 'card']);
    expect(await concepts('early')).toEqual([]);
  });

  test.each([
    ['not reviewed by marketing', { level: 'Art Review' }],
    ['that does not wait for the customer', { nextReview: null }],
    ['in the final inspection', { nextReview: 'FinalInspection' }],
    ['approved by its version', { status: 'Approved' }],
    ['of another campaign', { campaigns: ['early'] }],
    ['of another office', { account: 'foreign' }],
  ])('exclude a design %s', async (_, values) => {
    await addDesign(here, 'beside', { campaigns: ['ready'], ...values });
    expect(await concepts()).toEqual([]);
  });

  test.each(['archived', 'deleted'])('exclude a design %s', async (mark) => {
    await addDesign(here, 'beside', { campaigns: ['ready'] });
    await here.database.pool.query(`update designs set ${mark} = true where id = 'beside'`);
    expect(await concepts()).toEqual([]);
  });

  test('are gone after the choice, and after the approval', async () => {
    await addDesign(here, 'beside', { campaigns: ['ready'] });
    await here.database.pool.query(`update campaigns set approval_date = '2026-03-05' where id = 'ready'`);
    expect(await concepts()).toEqual([]);
    await here.database.pool.query(`update campaigns set approval_date = null where id = 'ready'`);
    const choice = await requestRoute(here, tokens.olga, selectConcept, {
      body: { designId: 'beside', campaignIds: ['ready'], archiveDesignIds: ['card'] },
    });
    expect(choice.code).toBe(200);
    expect(await concepts()).toEqual([]);
  });

  test('keep the mailing from being approved until one is chosen', async () => {
    const approve = () => requestRoute(here, tokens.olga, approveMailing, { params: { id: 'ready' } });
    await addDesign(here, 'beside', { campaigns: ['ready'] });
    const early = await approve();
    expect([early.code, early.message]).toEqual([
      422,
      'This mailing has several designs: choose one of them first.',
    ]);
    await requestRoute(here, tokens.olga, selectConcept, {
      body: { designId: 'beside', campaignIds: ['ready'], archiveDesignIds: ['card'] },
    });
    expect((await approve()).code).toBe(200);
    const { rows } = await here.database.pool.query(
      `select design_id, status from design_versions where design_id in ('beside', 'card') order by design_id`,
    );
    expect(rows).toEqual([
      { design_id: 'beside', status: 'Approved' },
      { design_id: 'card', status: 'InReview' },
    ]);
  });

  test('are returned neither to a limited session nor to another office', async () => {
    await addDesign(here, 'beside', { campaigns: ['ready'] });
    expect(await inList('limited')).toEqual([]);
    expect(await inList('felix')).toBeUndefined();
    const foreign = await requestRoute(here, tokens.felix, getMailing, { params: { id: 'ready' } });
    expect(foreign.code).toBe(404);
  });
});
