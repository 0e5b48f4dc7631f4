import { type Design, listDesigns } from '@mailcall/contract/designs.ts';
import { getMailing, listMailings, type Mailing } from '@mailcall/contract/mailings.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { recordOfDesigns } from '../../../tests/support/designs.ts';
import { signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
const tokens = { olga: '', limited: '' };
const write = (sql: string) => here.database.pool.query(sql);
beforeEach(async () => {
  await recordOfDesigns(here);
  tokens.olga ||= await signInAs(here, 'olga@people.test');
  tokens.limited ||= await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
});

const send = <Data>(
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3],
  who: keyof typeof tokens = 'olga',
) => requestRoute<Data>(here, tokens[who], route, parts);

describe('the faces of a design', () => {
  const faces = async (id: string) => {
    const list = async (who: keyof typeof tokens) =>
      (
        await send<{ records: Mailing[] }>(listMailings, { query: { accountIds: ['*'] } }, who)
      ).data.records.find((one) => one.id === id);
    const one = (await send<{ record: Mailing }>(getMailing, { params: { id } })).data.record;
    return [await list('olga'), await list('limited'), one].map((shown) => shown?.frontDesignUrl !== null);
  };

  test('are on the card of its mailing only when the customer may see them', async () => {
    expect(await faces('ready')).toEqual([true, true, true]);
    await write(`update campaigns set pre_press_completed = null`);
    expect(await faces('ready')).toEqual([true, true, true]);
    await write(`update designs set current_approval_level = 'Art Review'`);
    const { data } = await send<{ records: Design[] }>(listDesigns, { query: { ids: ['card'] } });
    expect(data.records[0]?.currentVersion?.front).toBeNull();
    expect(await faces('ready')).toEqual([false, false, false]);
    await write(`update campaigns set approval_date = '2026-03-05'`);
    expect(await faces('ready')).toEqual([true, true, true]);
  });

  test('come from the order when it has its own, regardless of its design', async () => {
    await write(`update designs set current_approval_level = 'Art Review'`);
    await write(`update campaigns set pre_press_completed = null, front_image = 'face' where id = 'ready'`);
    expect(await faces('ready')).toEqual([true, true, true]);
  });
});
