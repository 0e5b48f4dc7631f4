import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { basicFeed, csv, type FolderContent } from '../ingest/feed-for-tests.ts';
import { testRecord } from '../../../tests/support/test-record.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import { recomputeCalls } from './recompute-calls.ts';

const { db, feed, one } = testRecord();
const codeOf = async (dimension: string, value: string) =>
  (await one('select code from dimension_values where dimension = $1 and value = $2', dimension, value))
    ?.code as number;
const versionOf = async (accountId: string) =>
  (await one('select version from account_version where account_id = $1', accountId))?.version as number;
const booked = { account_id: 'A1', call_id: 'K1' };

describe('the derived columns of a call', () => {
  const derived = () =>
    one(
      `select campaign_id, campaign_type, media_type, local_hour, local_weekday from calls where id = 'K1'`,
    );

  it('follow its campaign, its line and its zone, whatever comes first', async () => {
    const [mail, ads, postcard] = [
      await codeOf('campaignType', 'MVP Mail'),
      await codeOf('campaignType', 'Google Ads'),
      'Postcard',
    ];
    await feed({ 'accounts.csv': basicFeed['accounts.csv'], 'calls.csv': basicFeed['calls.csv'] });
    expect(await derived()).toEqual({
      campaign_id: null,
      campaign_type: null,
      media_type: null,
      local_hour: 23,
      local_weekday: 0,
    });
    await feed({ 'tracking-lines.csv': basicFeed['tracking-lines.csv'] });
    expect(await derived()).toMatchObject({ campaign_id: 'C1', campaign_type: null });
    await feed({ 'campaigns.csv': basicFeed['campaigns.csv'] });
    expect(await derived()).toMatchObject({
      campaign_id: 'C1',
      campaign_type: mail,
      media_type: await codeOf('mediaType', postcard),
    });
    const before = await versionOf('A1');
    await feed({ 'campaigns.csv': csv([{ id: 'C1', campaign_type: 'Google Ads' }]) });
    expect(await derived()).toMatchObject({ campaign_type: ads });
    expect(await versionOf('A1')).toBeGreaterThan(before);
    expect(await one('select version from calls')).toEqual({ version: await versionOf('A1') });
    await feed({ 'accounts.csv': csv([{ id: 'A1', time_zone: '' }]) });
    expect(await derived()).toMatchObject({ local_hour: 1, local_weekday: 1 });
    await feed({
      'campaigns.csv': csv([{ id: 'C3', account_id: 'A1', name: 'x', campaign_type: 'Custom' }]),
      'calls.csv': csv([{ id: 'K1', campaign_id: 'C3' }]),
    });
    expect(await derived()).toMatchObject({
      campaign_id: 'C3',
      campaign_type: await codeOf('campaignType', 'Custom'),
    });
    await feed({
      'calls.csv': csv([{ id: 'K1', campaign_id: '' }]),
      'tracking-lines.csv': csv([{ id: 'L1', campaign_id: '' }]),
    });
    expect(await derived()).toMatchObject({ campaign_id: null, campaign_type: null });
    await feed({ 'tracking-lines.csv': csv([{ id: 'L1', campaign_id: 'C1' }]) });
    expect(await derived()).toMatchObject({ campaign_id: 'C1', campaign_type: ads });
  });

  it('keep a campaign and a line that are removed', async () => {
    const mail = await codeOf('campaignType', 'MVP Mail');
    await feed(basicFeed);
    await feed({ 'campaigns.csv': 'id,deleted\nC1,true\n' });
    expect(await derived()).toMatchObject({ campaign_id: 'C1', campaign_type: mail });
    await feed({ 'tracking-lines.csv': 'id,deleted\nL1,true\n' });
    expect(await derived()).toMatchObject({ campaign_id: 'C1', campaign_type: mail });
    await feed({ 'calls.csv': csv([{ id: 'K1', caller_name: 'Ann' }]) });
    expect(await derived()).toMatchObject({ campaign_id: 'C1', campaign_type: mail });
  });

  it("take nothing from a campaign that turns out to be another account's", async () => {
    await feed({
      ...basicFeed,
      'calls.csv': csv([
        { id: 'K1', account_id: 'A1', campaign_id: 'C9', call_date_time: '2026-03-01T00:00:00Z' },
      ]),
    });
    await feed({
      'campaigns.csv': csv([{ id: 'C9', account_id: 'A2', name: 'x', campaign_type: 'Custom' }]),
    });
    expect(await derived()).toMatchObject({ campaign_id: 'C9', campaign_type: null });
    await feed({ 'calls.csv': csv([{ id: 'K1', caller_name: 'Ann' }]) });
    expect(await derived()).toMatchObject({ campaign_id: 'C9', campaign_type: null });
  });

  it('follow its appointments', async () => {
    const counted = () =>
      one(
        `select appointment_count as n, has_cancelled_appointment as c, has_rescheduled_appointment as r from calls where id = 'K1'`,
      );
    await feed({
      ...basicFeed,
      'calls.csv': csv([
        { id: 'K1', account_id: 'A1', call_date_time: '2026-03-01T00:00:00Z' },
        { id: 'K3', account_id: 'A1', call_date_time: '2026-03-01T00:00:00Z' },
      ]),
    });
    await feed({
      'appointments.csv': csv([{ id: 'P2', ...booked, previous_appointment_id: 'P1', outcome: '' }]),
    });
    expect(await counted()).toEqual({ n: 1, c: false, r: false });
    await feed({
      'appointments.csv': csv([{ id: 'P1', ...booked, previous_appointment_id: '', outcome: 'Rescheduled' }]),
    });
    expect(await counted()).toEqual({ n: 1, c: false, r: true });
    await feed({ 'appointments.csv': csv([{ id: 'P2', account_id: 'A1', call_id: 'K3' }]) });
    expect(await counted()).toEqual({ n: 0, c: false, r: true });
    await feed({
      'appointments.csv': csv([{ id: 'P2', previous_appointment_id: '', outcome: 'Cancelled' }]),
    });
    expect(await counted()).toEqual({ n: 1, c: false, r: true });
    expect(
      await one(`select appointment_count as n, has_cancelled_appointment as c from calls where id = 'K3'`),
    ).toEqual({ n: 1, c: true });
    await feed({ 'appointments.csv': csv([{ id: 'P3', ...booked, previous_appointment_id: 'P1' }]) });
    expect(await counted()).toEqual({ n: 1, c: false, r: true });
    await feed({ 'appointments.csv': 'id,deleted\nP3,true\n' });
    expect(await counted()).toEqual({ n: 1, c: false, r: true });
    await feed({ 'appointments.csv': 'id,deleted\nP1,true\n' });
    expect(await counted()).toEqual({ n: 0, c: false, r: false });
  });

  it('raise the version when a name that the lists show changes', async () => {
    const staff = (name: string): FolderContent => ({
      'staff.csv': csv([{ id: 'S1', account_id: 'A1', name }]),
    });
    await feed({ ...basicFeed, ...staff('Ann') });
    const other = await versionOf('A2');
    const changes: FolderContent[] = [
      staff('Anne'),
      { 'campaigns.csv': csv([{ id: 'C1', name: 'Summer' }]) },
      { 'campaigns.csv': csv([{ id: 'C1', label: 'Second drop' }]) },
      { 'campaigns.csv': csv([{ id: 'C1', delivery_week: '2026-03-02' }]) },
      { 'accounts.csv': csv([{ id: 'A1', name: 'Dental Two' }]) },
    ];
    for (const change of changes) {
      const before = await versionOf('A1');
      await feed(change);
      expect(await versionOf('A1')).toBe(before + 1);
      await feed(change);
      expect(await versionOf('A1')).toBe(before + 1);
    }
    expect(await versionOf('A2')).toBe(other);
  });

  it('can be recomputed by another command', async () => {
    await feed(basicFeed);
    await db.database.transaction(async (transaction) => {
      await sql`select 1 from calls where account_id = 'A1' and id = 'K1' for update`.execute(transaction);
      const version = (await bumpAccountVersions(transaction, ['A1'])).get('A1') as string;
      const appointment = { account_id: 'A1', id: 'T1', call_id: 'K1', version: Number(version) };
      await transaction.insertInto('appointments').values(appointment).execute();
      expect(await recomputeCalls(transaction, { accountId: 'A1', callIds: ['K1'], version })).toBe(1);
      expect(await recomputeCalls(transaction, { accountId: 'A1', callIds: ['K1'], version })).toBe(0);
    });
    expect(await one('select appointment_count, version from calls')).toEqual({
      appointment_count: 1,
      version: await versionOf('A1'),
    });
  });
});
