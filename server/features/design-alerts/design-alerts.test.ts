import { randomUUID } from 'node:crypto';
import {
  designAlertSettings,
  type DesignAlertSettings,
  saveDesignAlertSetting,
} from '@mailcall/contract/design-alerts.ts';
import { selectConcept } from '@mailcall/contract/designs.ts';
import { providerSchema } from '@mailcall/contract/provider.ts';
import type { DesignAlertType } from '@mailcall/contract/rules/design-alerts.ts';
import { addDesignVersion, deskDesign, sendDesign } from '@mailcall/contract/provider-designs.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { designOffice } from '../../../tests/support/design-office.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addTeamMember, signInAs, testNow } from '../../../tests/support/test-app.ts';
import { createLog } from '../../platform/log.ts';
import { beginAlerts, openUnsubscribeLinks } from '../alerts/index.ts';
import { FeedFolders } from '../ingest/feed-for-tests.ts';
import { openOutbox } from '../outbox/index.ts';
import { DesignAlerts, presentDesignAddress } from './index.ts';

const { here, write, one, as, close, said, addDesign } = designOffice();
let mia = '';

const provider = providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' });

beforeEach(async () => {
  here.clock.set(new Date(testNow));
  await write(
    'truncate alert_progress, design_reviews, design_alerts, design_decisions, design_alert_settings, team_members, team_member_accounts, sales_contacts',
  );
  await addTeamMember(here.database, { id: 'mia', roles: ['account-manager'] });
  mia ||= await signInAs(here, 'mia@people.test');
  await write(`update accounts set time_zone = 'America/New_York'`);
  await begin();
  await write('truncate outbox');
});

const begin = () => beginAlerts((work) => here.database.transaction(work), here.clock.now());

async function workerOf() {
  const { database, clock, environment } = here;
  const log = createLog({ logLevel: 'error' }, { write: (line) => process.stderr.write(line) });
  const outbox = openOutbox({ database, clock, log, provider, environment });
  return new DesignAlerts({
    database,
    clock,
    log,
    outbox,
    unsubscribeLinks: await openUnsubscribeLinks(environment),
  });
}

interface Sent {
  id: string;
  recipient: string;
  subject: string | null;
  body_text: string;
  unsubscribe_url: string | null;
  alert_kind: DesignAlertType;
}

/** Messages that a look wrote, in order of receivers. */
async function lookNow(): Promise<Sent[]> {
  await write('truncate outbox');
  await (await workerOf()).look();
  const { rows } = await here.database.pool.query<Sent>(
    `select id, recipient, subject, body_text, unsubscribe_url, alert_kind from outbox order by recipient, subject`,
  );
  return rows;
}
const subjects = async () =>
  (await lookNow()).map(({ recipient, subject, body_text }) => [
    recipient.split('@')[0],
    subject ?? body_text,
  ]);

type Ask = Parameters<typeof requestRoute>[3];
const desk = (route: Parameters<typeof requestRoute>[2], parts: Ask = {}) =>
  requestRoute<{ id: string }>(here, mia, route, parts);
const send = async (body: object = {}, id = 'card', versionId = `${id}-1`) => {
  const { code } = await desk(sendDesign, {
    params: { id },
    body: { versionId, reviewers: ['olga'], dueOn: null, ...body },
  });
  expect(code).toBe(200);
};
const waits = '“Design card” waits for your review';

test('designs from before the alerts are not reported, and later ones are reported once', async () => {
  expect(await subjects()).toEqual([]);
  await send();
  const [mail, ...others] = await lookNow();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'olga@people.test', subject: waits });
  expect(mail?.body_text).toContain('Post & Sons sent you “Design card”.');
  expect(mail?.body_text).toContain('http://mailcall.test/accounts/own/designs/card');
  expect(mail?.body_text).toContain(mail?.unsubscribe_url);
  expect(await subjects()).toEqual([]);
});

test('people chosen later hear of it, and the others not again', async () => {
  await send();
  await lookNow();
  await send({ reviewers: ['olga', 'otto'] });
  expect(await subjects()).toEqual([['otto', waits]]);
});

test('many workers that look at once write one message', async () => {
  await send();
  await write('truncate outbox');
  const workers = await Promise.all([1, 2, 3, 4].map(workerOf));
  await Promise.all(workers.map((worker) => worker.look()));
  expect(await one('select count(*)::int as n from outbox')).toEqual({ n: 1 });
});

test('a message that cannot be written is written by the next look', async () => {
  await send({ reviewers: ['olga', 'otto'] });
  await write(`create function no_more() returns trigger language plpgsql as $$
    begin if new.recipient like 'otto%' then raise 'The disk is full.'; end if; return new; end $$`);
  await write('create trigger full_disk before insert on outbox for each row execute function no_more()');
  const failing = await workerOf();
  await write('truncate outbox');
  await failing.look();
  expect(await one('select count(*)::int as n from outbox')).toEqual({ n: 0 });
  await write('drop function no_more() cascade');
  expect(await subjects()).toEqual([
    ['olga', waits],
    ['otto', waits],
  ]);
});

test('several designs of an account are one message', async () => {
  await addDesign('poster');
  await send({ dueOn: '2026-03-20' });
  await send({}, 'poster');
  const [mail, ...others] = await lookNow();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 designs wait for your review at Own');
  expect(mail?.body_text).toContain(
    '“Design card”, due Mar 20, 2026\nhttp://mailcall.test/accounts/own/designs/card',
  );
});

test('concepts sent one by one are one message after a quiet moment', async () => {
  await addDesign('poster', { campaigns: ['ready'] });
  await write(`update designs set campaign_ids = '{ready}' where id = 'card'`);
  await send();
  here.clock.advance(minutes(2));
  expect(await subjects()).toEqual([]);
  await send({}, 'poster');
  here.clock.advance(minutes(2));
  expect(await subjects()).toEqual([]);
  here.clock.advance(minutes(1));
  expect(await subjects()).toEqual([['olga', '2 designs wait for your review at Own']]);
  expect(await subjects()).toEqual([]);
});

test('changes requested, version two, approval: each side hears of the other', async () => {
  await send();
  await lookNow();
  await said();
  expect((await close()).data.decision).toBe('changes');
  const [asked, ...others] = await lookNow();
  expect(others).toEqual([]);
  expect(asked).toMatchObject({
    recipient: 'mia@people.test',
    subject: 'Own asks for changes to “Design card”',
  });
  expect(asked?.body_text).toContain(
    'Person olga asked for changes to version 1 of “Design card”. One comment waits',
  );
  expect(asked?.body_text).toContain('http://mailcall.test/provider/designs/card');

  await write(`update images set id = repeat('a', 64) where account_id = 'own'`);
  const added = await desk(addDesignVersion, {
    params: { id: 'card' },
    body: {
      requestId: randomUUID(),
      currentVersionId: 'card-1',
      front: 'a'.repeat(64),
      back: null,
      reviewers: ['olga'],
    },
  });
  expect(added.code).toBe(200);
  expect(await subjects()).toEqual([['olga', 'Version 2 of “Design card” waits for your review']]);
  expect((await close()).data.decision).toBe('approved');
  expect(await subjects()).toEqual([['mia', 'Own approved “Design card”']]);
  expect(await subjects()).toEqual([]);
});

test('the same version is reported again after requested changes', async () => {
  await send();
  await lookNow();
  await said();
  await close();
  await lookNow();
  await send();
  expect(await subjects()).toEqual([['olga', waits]]);
});

test('a reminder comes at 8:00 in the account’s zone, once', async () => {
  await send({ dueOn: '2026-03-20', remindDays: 2 });
  await lookNow();
  here.clock.set(new Date('2026-03-18T11:59:00Z'));
  expect(await subjects()).toEqual([]);
  here.clock.set(new Date('2026-03-18T12:00:00Z'));
  const [mail, ...others] = await lookNow();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'olga@people.test',
    subject: 'Please answer by Mar 20, 2026: “Design card”',
    alert_kind: 'Design Due Alert',
  });
  expect(await subjects()).toEqual([]);
});

test('a decided design needs no reminder', async () => {
  await send({ dueOn: '2026-03-20' });
  await lookNow();
  await close();
  await lookNow();
  here.clock.set(new Date('2026-03-19T12:00:00Z'));
  expect(await subjects()).toEqual([]);
});

test('without a reminder, none comes', async () => {
  await send({ dueOn: '2026-03-20', remindDays: null });
  await lookNow();
  here.clock.set(new Date('2026-03-19T12:00:00Z'));
  expect(await subjects()).toEqual([]);
});

const designsCsv = (...rows: string[]) =>
  ['id,account_id,name,next_review,current_approval_level,marketing_review_version', ...rows].join('\n');
const versionsCsv = (...rows: string[]) =>
  ['id,design_id,account_id,version,status,created_at', ...rows].join('\n');
const folders = new FeedFolders();
afterAll(() => folders.remove());
const importFiles = async (files: Record<string, string>) => {
  const report = await folders.import(here.database.pool, files, { clock: here.clock });
  expect(report.rejected).toBe(0);
};

test('primary contacts hear of a design of the feed when it reaches the Marketing Review', async () => {
  await write(`update contact_accounts set is_primary = true where contact_id = 'otto'`);
  await importFiles({
    'designs.csv': designsCsv('flyer,own,Flyer,,,'),
    'design-versions.csv': versionsCsv('flyer-1,flyer,own,1,InReview,2026-03-05T10:00:00Z'),
  });
  expect(await subjects()).toEqual([]);
  await importFiles({ 'designs.csv': designsCsv('flyer,own,Flyer,CustomerReview,Marketing Review,1') });
  expect(await subjects()).toEqual([['otto', '“Flyer” waits for your review']]);
  await importFiles({
    'design-versions.csv': versionsCsv(
      'flyer-1,flyer,own,1,Rejected,2026-03-05T10:00:00Z',
      'flyer-2,flyer,own,2,InReview,2026-03-10T10:00:00Z',
    ),
  });
  expect(await subjects()).toEqual([['otto', 'Version 2 of “Flyer” waits for your review']]);
});

test('history and the first import of an account are not reported', async () => {
  await importFiles({
    'designs.csv': designsCsv('old,own,Old,CustomerReview,Marketing Review,1'),
    'design-versions.csv': versionsCsv('old-1,old,own,1,InReview,2025-11-05T10:00:00Z'),
  });
  expect(await subjects()).toEqual([]);
  await importFiles({
    'accounts.csv': 'id,name\nfresh,Fresh',
    'contacts.csv': 'id,name,email,account_ids\nfay,Fay,fay@people.test,fresh',
    'designs.csv': designsCsv('new,fresh,New,CustomerReview,Marketing Review,1'),
    'design-versions.csv': versionsCsv('new-1,new,fresh,1,InReview,2026-03-11T10:00:00Z'),
  });
  expect(await subjects()).toEqual([]);
});

test.each<[what: string, change: string]>([
  ['was removed', `update contacts set deleted = true where id = 'olga'`],
  ['lost the office', `delete from contact_accounts where contact_id = 'olga'`],
  [
    'switched the alert off',
    `insert into design_alert_settings values ('olga', 'Design to Review Alert', '{}', now())`,
  ],
])('a person who %s hears nothing, neither then nor later', async (_, change) => {
  await send({ reviewers: ['olga', 'otto'] });
  const [ofOlga] = await lookNow();
  const address = (message: Sent | undefined) =>
    here.database.transaction((transaction) =>
      presentDesignAddress(transaction, {
        id: message?.id ?? '',
        recipient: message?.recipient ?? '',
        kind: 'Design to Review Alert',
      }),
    );
  expect(await address(ofOlga)).toBe('olga@people.test');
  await write(change);
  // the mail server did not answer meanwhile
  expect(await address(ofOlga)).toBeNull();
  await addDesign('poster');
  await write(`insert into design_reviews (account_id, design_id, version_id, sent_at, sent_by_id, reviewer_ids)
    values ('own', 'poster', 'poster-1', '${testNow}', 'mia', '{olga,otto}')`);
  expect(await subjects()).toEqual([['otto', '“Design poster” waits for your review']]);
});

test('a mail that waits is not sent when the design was decided', async () => {
  await send();
  const [mail] = await lookNow();
  await close();
  const { id = '', recipient = '' } = mail ?? {};
  expect(
    await here.database.transaction((transaction) =>
      presentDesignAddress(transaction, { id, recipient, kind: 'Design to Review Alert' }),
    ),
  ).toBeNull();
});

test('sender, own account managers and the sales contact hear of a decision', async () => {
  await addTeamMember(here.database, { id: 'max', roles: ['account-manager'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'ines', roles: ['account-manager'], accounts: ['foreign'] });
  await addTeamMember(here.database, { id: 'sid', roles: ['scorer'] });
  await write(`insert into sales_contacts (id, name, email) values ('sam', 'Sam', 'sam@post.example')`);
  await write(`update designs set sales_contact_id = 'sam' where id = 'card'`);
  await send();
  await lookNow();
  await close();
  const approved = 'Own approved “Design card”';
  const mails = await lookNow();
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['max@people.test', approved],
    ['mia@people.test', approved],
    ['sam@post.example', approved],
  ]);
  const ofSam = mails.find(({ recipient }) => recipient.startsWith('sam'));
  const { pathname } = new URL(ofSam?.unsubscribe_url ?? '');
  const stopped = await here.app.http.inject({ method: 'POST', url: pathname });
  expect([stopped.statusCode, stopped.json().data.design]).toEqual([
    200,
    { alertType: 'Design Decision Alert', on: false },
  ]);
});

test('a choice is told, and the combined design is not told to those who made it', async () => {
  await addDesign('other', { campaigns: ['ready'] });
  await write(`update design_versions set back_image = 'face', front_image = 'face'`);
  await send({}, 'card');
  await send({}, 'other');
  await lookNow();
  const chosen = await as<{ id: string }>('olga', selectConcept, {
    body: {
      designId: 'card',
      startingPoint: 'card',
      secondaryStartingPoint: 'other',
      archiveDesignIds: ['card', 'other'],
      campaignIds: ['ready'],
    },
  });
  expect(chosen.code).toBe(200);
  expect(await subjects()).toEqual([['mia', 'Own chose “Design card + Design other”']]);
  expect((await desk(deskDesign, { params: { id: chosen.data.id } })).data).toMatchObject({
    sent: { by: 'Person mia', reviewers: [{ id: 'olga' }] },
  });
});

test('decisions of more than a week ago are not told', async () => {
  await send();
  await lookNow();
  await close();
  here.clock.set(new Date(Date.parse(testNow) + days(8)));
  expect(await subjects()).toEqual([]);
});

const settingsOf = async (who: 'olga' | 'mia', body?: object) => {
  const route = body ? saveDesignAlertSetting : designAlertSettings;
  const parts = body ? { body } : {};
  return who === 'mia'
    ? requestRoute<DesignAlertSettings>(here, mia, route, parts)
    : as<DesignAlertSettings>('olga', route, parts);
};

test('clients and the provider’s people set their own alerts, with text messages for those who have a number', async () => {
  expect((await settingsOf('mia')).data).toEqual({
    records: [{ alertType: 'Design Decision Alert', methods: ['Email'] }],
    hasPhone: false,
  });
  const alertType = 'Design to Review Alert';
  expect((await settingsOf('mia', { alertType, methods: [] })).code).toBe(422);
  expect((await settingsOf('olga', { alertType, methods: ['SMS'] })).code).toBe(422);
  await write(`update contacts set phone = '+15555550123' where id = 'olga'`);
  expect((await settingsOf('olga', { alertType, methods: ['SMS', 'Email'] })).data).toEqual({
    records: [
      { alertType, methods: ['Email', 'SMS'] },
      { alertType: 'Design Due Alert', methods: ['Email'] },
    ],
    hasPhone: true,
  });
  await send();
  const messages = await lookNow();
  expect(messages.map(({ recipient }) => recipient)).toEqual(['+15555550123', 'olga@people.test']);
  expect(messages[0]?.body_text).toBe(
    'A design waits for your review at Own: http://mailcall.test/accounts/own/designs/card',
  );
});

test('one press in the mail stops these mails, and leaves text messages', async () => {
  await write(`update contacts set phone = '+15555550123' where id = 'olga'`);
  await write(
    `insert into design_alert_settings values ('olga', 'Design to Review Alert', '{Email,SMS}', now())`,
  );
  await send();
  const mail = (await lookNow()).find(({ unsubscribe_url }) => unsubscribe_url !== null);
  const { pathname } = new URL(mail?.unsubscribe_url ?? '');
  const emails = async () => (await here.app.http.inject(`${pathname}/emails`)).json<{ data: object }>().data;
  const design = { alertType: 'Design to Review Alert' };
  expect(await emails()).toEqual({ alerts: [], design: { ...design, on: true } });
  expect((await here.app.http.inject({ method: 'POST', url: pathname })).statusCode).toBe(200);
  expect(await emails()).toEqual({ alerts: [], design: { ...design, on: false } });
  expect((await settingsOf('olga')).data.records[0]).toEqual({ ...design, methods: ['SMS'] });
});
