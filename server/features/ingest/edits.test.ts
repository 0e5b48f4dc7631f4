import { describe, expect, it } from 'vitest';
import { isMadeHere, type EditedFile, type EditedValues } from '@mailcall/contract/edited-rows.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { testRecord } from '../../../tests/support/test-record.ts';
import { basicFeed, csv } from './feed-for-tests.ts';
import {
  answerFeedQuestion,
  listFeedQuestions,
  readEditedRows,
  saveEditedRows,
  takeFeedValues,
} from './index.ts';

const { db, folders, feed, read, one } = testRecord();
const dependencies = () => ({ database: db.database, files: folderFileStore('/nonexistent') });
const by = { contactId: 'P1', at: new Date('2026-03-01T12:00:00Z') };
const people = { 'contacts.csv': csv([{ id: 'P1', name: 'Pia', email: 'pia@x.example' }]) };

const add = async (file: EditedFile, values: EditedValues, accountId: string | null = null) => {
  const [id = ''] = await saveEditedRows(dependencies(), {
    file,
    changes: [{ id: null, accountId, values }],
    by,
  });
  return id;
};
const edit = (file: EditedFile, id: string, values: EditedValues, before?: EditedValues) =>
  saveEditedRows(dependencies(), {
    file,
    changes: [{ id, accountId: null, values, ...(before && { before }) }],
    by,
  });
const rowOf = async (file: EditedFile, id: string) =>
  (await readEditedRows(db.database.kysely, file, [id]))[0];
const office = { name: 'Smile Center', time_zone: 'America/Chicago' };

describe('a row that a person saves', () => {
  it('says at its columns what is wrong, in the words of the import, and saves nothing', async () => {
    await feed({ ...basicFeed, ...people });
    await expect(edit('campaigns', 'C1', { name: 'New', print_date: '3/1/2026' })).rejects.toMatchObject({
      statusCode: 422,
      data: { print_date: 'is not a date; write it like 2026-03-31' },
    });
    await expect(edit('campaigns', 'C1', { name: '' })).rejects.toMatchObject({
      data: { name: 'must not be empty' },
    });
    await expect(edit('campaigns', 'C1', { cost: 'much' })).rejects.toMatchObject({
      data: { cost: expect.stringContaining('must be an amount in dollars') },
    });
    await expect(edit('tracking-lines', 'L1', { campaign_id: 'C9' })).rejects.toMatchObject({
      data: { campaign_id: 'names C9, which is not known' },
    });
    await expect(edit('tracking-lines', 'L1', { campaign_id: 'C2' })).rejects.toMatchObject({
      data: { campaign_id: 'names campaign C2, which belongs to account A2' },
    });
    await expect(edit('campaigns', 'C1', { qr_scans: '4' })).rejects.toMatchObject({
      data: { qr_scans: 'cannot be changed here' },
    });
    await expect(edit('campaigns', 'C9', { name: 'x' })).rejects.toMatchObject({ statusCode: 404 });
    expect(await one(`select name, print_date from campaigns where id = 'C1'`)).toEqual({
      name: 'Spring',
      print_date: null,
    });
    expect(await read('select 1 from access_log')).toEqual([]);
  });

  it('changes what an import would change: local hours, campaigns of calls, and open screens', async () => {
    await feed({ ...basicFeed, ...people });
    const call = () => one('select local_hour, campaign_id from calls');
    expect(await call()).toEqual({ local_hour: 23, campaign_id: 'C1' });
    const version = () => one(`select version from account_version where account_id = 'A1'`);
    const before = await version();
    await edit('accounts', 'A1', { time_zone: 'America/New_York' });
    await edit('tracking-lines', 'L1', { campaign_id: '' });
    expect(await call()).toEqual({ local_hour: 1, campaign_id: null });
    expect(await version()).not.toEqual(before);
    expect(
      await read(
        'select account_id, contact_id, action, subject_kind, subject_id from access_log order by subject_kind',
      ),
    ).toEqual([
      { account_id: 'A1', contact_id: 'P1', action: 'edit', subject_kind: 'office', subject_id: 'A1' },
      { account_id: 'A1', contact_id: 'P1', action: 'edit', subject_kind: 'tracking line', subject_id: 'L1' },
    ]);
  });

  it('shows what another person saved meanwhile, and keeps changes of other columns', async () => {
    await feed({ ...basicFeed, ...people });
    await edit('campaigns', 'C1', { name: 'May' }, { name: 'Spring' });
    await edit('campaigns', 'C1', { label: 'x' }, { label: '' });
    await expect(edit('campaigns', 'C1', { name: 'June' }, { name: 'Spring' })).rejects.toMatchObject({
      statusCode: 422,
      data: { name: 'was changed meanwhile to "May".' },
    });
    expect((await rowOf('campaigns', 'C1'))?.values).toMatchObject({ name: 'May', label: 'x' });
  });

  it('is one of many that are saved together or not at all', async () => {
    await feed({ ...basicFeed, ...people });
    const changes = [
      { id: 'C1', accountId: null, values: { print_date: '2026-03-02' } },
      { id: 'C2', accountId: null, values: { print_date: 'soon' } },
    ];
    await expect(saveEditedRows(dependencies(), { file: 'campaigns', changes, by })).rejects.toMatchObject({
      data: { '1.print_date': 'is not a date; write it like 2026-03-31' },
    });
    expect(await read('select 1 from campaigns where print_date is not null')).toEqual([]);
  });

  it('waits for no import, except of the same rows', async () => {
    await feed({ ...basicFeed, ...people });
    const client = await db.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select 1 from campaigns where account_id = 'A2' and id = 'C2' for update`);
      await edit('campaigns', 'C1', { name: 'May' });
      await expect(edit('campaigns', 'C2', { name: 'May' })).rejects.toMatchObject({ statusCode: 503 });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('says what the feed says, which one press takes', async () => {
    await feed({ ...basicFeed, ...people });
    await edit('campaigns', 'C1', { name: 'May', quantity: '10', status: 'approved' });
    const row = await rowOf('campaigns', 'C1');
    expect(row).toMatchObject({
      isMadeHere: false,
      feedIds: [],
      feedSays: { name: 'Spring', quantity: null },
    });
    await takeFeedValues(dependencies(), { file: 'campaigns', id: 'C1', columns: ['name', 'status'], by });
    expect(await rowOf('campaigns', 'C1')).toMatchObject({
      values: { name: 'Spring', quantity: '10', status: 'approved' },
      feedSays: { quantity: null },
    });
    await feed({ 'campaigns.csv': csv([{ id: 'C1', account_id: 'A1', name: 'Autumn' }]) });
    expect((await rowOf('campaigns', 'C1'))?.values.name).toBe('Autumn');
  });

  it('keeps the accounts of a person as they were set, with primary accounts among them', async () => {
    const una = {
      id: 'U1',
      name: 'Una',
      email: 'u@x.example',
      account_ids: 'A1;A2',
      primary_account_ids: 'A1;A2',
    };
    const contacts = { 'contacts.csv': csv([una]) };
    const links = () =>
      read(`select account_id, is_primary from contact_accounts where contact_id = 'U1' order by 1`);
    await feed({ ...basicFeed, ...people });
    await feed(contacts);
    await edit('contacts', 'U1', { account_ids: 'A1' });
    await feed(contacts);
    expect(await links()).toEqual([{ account_id: 'A1', is_primary: true }]);
    await edit('contacts', 'U1', { primary_account_ids: '' });
    await feed(contacts);
    expect(await links()).toEqual([{ account_id: 'A1', is_primary: false }]);
    await feed({ 'contacts.csv': csv([{ ...una, account_ids: 'A2', primary_account_ids: 'A2' }]) });
    expect(await links()).toEqual([{ account_id: 'A2', is_primary: true }]);
  });
});

describe('a row made in the portal', () => {
  it('has an id that the feed cannot give to another row', async () => {
    await feed({ ...basicFeed, ...people });
    const id = await add('accounts', office);
    expect(isMadeHere(id)).toBe(true);
    expect(await one('select time_zone, feed from accounts where id = $1', id)).toEqual({
      time_zone: 'America/Chicago',
      feed: { name: null, time_zone: null },
    });
    expect(await rowOf('accounts', id)).toMatchObject({ isMadeHere: true, feedSays: {} });
    expect(await one('select 1 as begun from alert_progress where account_id = $1', id)).toEqual({
      begun: 1,
    });
    const report = await folders.import(db.database.pool, {
      'accounts.csv': csv([{ id: 'portal-00000000-0000-0000-0000-000000000000', name: 'x' }]),
    });
    expect(report.firstRejections).toMatchObject([
      { column: 'id', reason: 'is an id that only the portal gives' },
    ]);
  });

  it('keeps its values and relations when the feed ties an id of its own to it', async () => {
    await feed({ ...basicFeed, ...people });
    const account = await add('accounts', { ...office, address: '1 Main St' });
    const person = await add('contacts', { name: 'Ann', email: 'ann@x.example', account_ids: account });
    const mailing = await add(
      'campaigns',
      { name: 'Spring', campaign_type: 'MVP Mail', status: 'approved' },
      account,
    );
    const line = await add('tracking-lines', { number: '+13035550177', campaign_id: mailing }, account);
    // the feed names what it does not send yet
    await feed({
      'contacts.csv': csv([{ id: 'U5', name: 'Bo', email: 'bo@x.example', account_ids: 'F1' }]),
      'calls.csv': csv([
        { id: 'K8', account_id: account, tracking_line_id: 'FL', call_date_time: '2026-03-01T20:00:00Z' },
      ]),
    });
    const sent = {
      'accounts.csv': csv([
        { id: 'F1', name: 'SMILE CTR', industry: 'Dental', portal_id: account, parent_id: '' },
        { id: 'F2', name: 'Branch', industry: '', portal_id: '', parent_id: 'F1' },
      ]),
      'contacts.csv': csv([
        {
          id: 'FU',
          name: 'Ann Smith',
          email: 'ann@x.example',
          phone: '+13035550142',
          account_ids: 'F1;A1',
          portal_id: person,
        },
      ]),
      'campaigns.csv': csv([
        {
          id: 'FC',
          account_id: 'F1',
          name: 'Spring',
          campaign_type: 'MVP Mail',
          status: 'ordered',
          quantity: '500',
          portal_id: mailing,
        },
      ]),
      'tracking-lines.csv': csv([
        {
          id: 'FL',
          account_id: 'F1',
          number: '+13035550177',
          campaign_id: 'FC',
          status: 'Active',
          portal_id: line,
        },
      ]),
      'calls.csv': csv([
        { id: 'K9', account_id: 'F1', tracking_line_id: 'FL', call_date_time: '2026-03-01T20:00:00Z' },
      ]),
    };
    await feed(sent);
    expect(await rowOf('accounts', account)).toMatchObject({
      values: {
        name: 'Smile Center',
        address: '1 Main St',
        industry: 'Dental',
        time_zone: 'America/Chicago',
      },
      feedSays: { name: 'SMILE CTR' },
      feedIds: ['F1'],
    });
    expect(await rowOf('contacts', person)).toMatchObject({
      values: { name: 'Ann', phone: '+13035550142', account_ids: account },
      feedSays: { name: 'Ann Smith', account_ids: [account, 'A1'].sort().join(';') },
    });
    expect(await rowOf('campaigns', mailing)).toMatchObject({
      values: { status: 'approved', quantity: '500' },
      feedSays: { status: 'ordered' },
    });
    expect(await read('select id, account_id, campaign_id from calls order by id')).toEqual([
      { id: 'K1', account_id: 'A1', campaign_id: 'C1' },
      { id: 'K8', account_id: account, campaign_id: mailing },
      { id: 'K9', account_id: account, campaign_id: mailing },
    ]);
    expect(await read(`select parent_id from accounts where id = 'F2'`)).toEqual([{ parent_id: account }]);
    expect(await read(`select account_id from contact_accounts where contact_id = 'U5'`)).toEqual([
      { account_id: account },
    ]);
    const again = await feed(sent);
    expect(again.files.map(({ unchanged, rows }) => rows - unchanged)).toEqual([0, 0, 0, 0, 0]);
    // both ids name it, and later values of the feed count
    await feed({ 'accounts.csv': csv([{ id: account, name: 'Smiles' }]) });
    expect(await rowOf('accounts', account)).toMatchObject({ values: { name: 'Smiles' }, feedSays: {} });
    expect(await read('select count(*)::int as count from accounts')).toEqual([{ count: 4 }]);
  });

  it('is tied once, and to no row that the feed sent before', async () => {
    await feed({ ...basicFeed, ...people });
    const id = await add('accounts', office);
    const tie = (own: string, portal_id = id) =>
      folders.import(db.database.pool, { 'accounts.csv': csv([{ id: own, name: 'x', portal_id }]) });
    const refused = [
      {
        column: 'portal_id',
        reason: 'must be the id of a row made in the portal that has no other id of yours',
      },
    ];
    expect((await tie('A2')).firstRejections).toMatchObject(refused);
    expect((await tie('F1', 'A1')).firstRejections).toMatchObject(refused);
    expect((await tie('F1')).firstRejections).toEqual([]);
    expect((await tie('F2')).firstRejections).toMatchObject(refused);
    expect(await read('select feed_id, row_id from tied_ids')).toEqual([{ feed_id: 'F1', row_id: id }]);
  });
});

describe('a row of the feed with the email or number of a row made in the portal', () => {
  const ann = { id: 'FU', name: 'Ann Smith', email: 'ANN@x.example', account_ids: 'A1' };
  const contacts = (row: object = ann) => ({ 'contacts.csv': csv([{ ...ann, ...row }]) });
  const made = async () => {
    await feed({ ...basicFeed, ...people });
    return add('contacts', { name: 'Ann', email: 'ann@x.example', account_ids: 'A2' });
  };
  const asked = async () => {
    const [question] = await listFeedQuestions(db.database.kysely);
    return question?.id ?? '';
  };

  it('waits for an answer instead of being rejected, once', async () => {
    const id = await made();
    const report = await feed(contacts());
    expect(report.files).toMatchObject([{ rows: 1, added: 0, unchanged: 0, asked: 1, rejected: 0 }]);
    expect(report.notices).toEqual([
      'contacts.csv: 1 row has the email of a contact made in the portal. Answer there whether they are the same.',
    ]);
    await feed(contacts({ name: 'Ann S.' }));
    expect(await listFeedQuestions(db.database.kysely)).toMatchObject([
      {
        file: 'contacts',
        column: 'email',
        feedId: 'FU',
        rowId: id,
        feedRow: { name: 'Ann S.', account_ids: 'A1' },
      },
    ]);
  });

  it('is tied', async () => {
    const id = await made();
    await feed(contacts());
    await answerFeedQuestion(dependencies(), { id: await asked(), answer: 'tie', by });
    expect(await rowOf('contacts', id)).toMatchObject({
      values: { name: 'Ann', account_ids: 'A2' },
      feedSays: { name: 'Ann Smith', account_ids: 'A1' },
      feedIds: ['FU'],
    });
    expect((await feed(contacts())).files).toMatchObject([{ unchanged: 1 }]);
    expect(await listFeedQuestions(db.database.kysely)).toEqual([]);
    await expect(
      answerFeedQuestion(dependencies(), { id: '00000000-0000-4000-8000-000000000000', answer: 'tie', by }),
    ).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is kept apart once the values differ', async () => {
    const id = await made();
    await feed(contacts());
    const answer = { id: await asked(), answer: 'keep apart' as const, by };
    await expect(answerFeedQuestion(dependencies(), answer)).rejects.toMatchObject({
      statusCode: 422,
      message: 'Both have the same email. Change one of them first.',
    });
    await edit('contacts', id, { email: 'ann2@x.example' });
    await answerFeedQuestion(dependencies(), answer);
    expect(await read(`select id, name from contacts where id <> 'P1' order by name`)).toEqual([
      { id, name: 'Ann' },
      { id: 'FU', name: 'Ann Smith' },
    ]);
  });

  it('is rejected from then on', async () => {
    await made();
    await feed(contacts());
    await answerFeedQuestion(dependencies(), { id: await asked(), answer: 'reject', by });
    const report = await folders.import(db.database.pool, contacts());
    expect(report.files).toMatchObject([{ asked: 0, rejected: 1 }]);
    expect(await listFeedQuestions(db.database.kysely)).toEqual([]);
  });

  it('can be a tracking line', async () => {
    await feed({ ...basicFeed, ...people });
    const id = await add('tracking-lines', { number: '+13035550177' }, 'A2');
    const line = {
      'tracking-lines.csv': csv([{ id: 'FL', account_id: 'A2', number: '+13035550177', type: 'Mail' }]),
    };
    await feed(line);
    await answerFeedQuestion(dependencies(), { id: await asked(), answer: 'tie', by });
    expect(await rowOf('tracking-lines', id)).toMatchObject({ values: { type: 'Mail' }, feedIds: ['FL'] });
  });

  it('takes no email of a person from the feed who has a row already', async () => {
    await feed({ ...basicFeed, ...people });
    await expect(add('contacts', { name: 'Pia', email: 'PIA@x.example' })).rejects.toMatchObject({
      data: { email: 'is already the email of contact P1' },
    });
  });
});
