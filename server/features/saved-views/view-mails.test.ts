import { providerSchema } from '@mailcall/contract/provider.ts';
import { createSavedView, type SavedView, saveViewSettings } from '@mailcall/contract/saved-views.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { createLog } from '../../platform/log.ts';
import { openUnsubscribeLinks } from '../alerts/index.ts';
import { openOutbox, type Outbox } from '../outbox/index.ts';
import { presentViewAddress, SavedViewMails } from './index.ts';

const here = testApp();
const tokens: Record<string, string> = {};
/** 9:00 in Denver */
const wednesday = '2026-03-11T15:00:00Z';

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'east', name: 'East Dental' },
    { id: 'south', name: 'South Dental' },
  ]);
  await here.database.pool.query(`
    update accounts set time_zone = case id when 'east' then 'America/Denver' else 'America/New_York' end`);
  await addPerson(here.database, { id: 'theo', accounts: ['east'] });
  await addPerson(here.database, { id: 'uma', accounts: ['east', 'south'] });
  for (const id of ['theo', 'uma']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

beforeEach(async () => {
  here.clock.set(wednesday);
  await here.database.pool.query('truncate saved_views, saved_view_mails, start_pages, outbox');
  await here.database.pool.query(`
    insert into contact_accounts (contact_id, account_id) values ('theo', 'east'), ('uma', 'east'), ('uma', 'south')
    on conflict do nothing`);
});

const save = async (who: string, name: string, screen: object, accountId: string | null = null) =>
  (
    await requestRoute<SavedView>(here, tokens[who] as string, createSavedView, {
      body: { name, accountId, path: '/scoreboard', address: { range: 'last-30-days' }, ...screen },
    })
  ).data;
const subscribe = async (who: string, { id }: SavedView, frequency: string, weekday = 3) =>
  expect(
    (
      await requestRoute(here, tokens[who] as string, saveViewSettings, {
        params: { id },
        body: { isStartPage: false, mail: { frequency, weekday } },
      })
    ).code,
  ).toBe(200);

async function mailsOf(smtpUrl?: string): Promise<{ mails: SavedViewMails; outbox: Outbox }> {
  const { database, clock } = here;
  const environment = { ...here.environment, smtpUrl, mailFrom: undefined, smsUrl: undefined };
  const log = createLog({ logLevel: 'error' }, { write: (line) => process.stderr.write(line) });
  const provider = providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' });
  const alertCheck = (
    transaction: Parameters<typeof presentViewAddress>[0],
    { id }: { id: string },
    now: Date,
  ) => presentViewAddress(transaction, id, { now, environment });
  const outbox = openOutbox({ database, clock, log, provider, environment, alertCheck });
  const unsubscribeLinks = await openUnsubscribeLinks(environment);
  return {
    outbox,
    mails: new SavedViewMails({ database, clock, log, environment, outbox, unsubscribeLinks }),
  };
}

const written = async () =>
  (
    await here.database.pool.query<{
      recipient: string;
      subject: string;
      body_text: string;
      unsubscribe_url: string;
      id: string;
    }>(`select * from outbox order by recipient, subject`)
  ).rows;
const lookAt = async (...times: string[]) => {
  const { mails } = await mailsOf();
  for (const time of times) {
    here.clock.set(time);
    await mails.look();
  }
  return (await written()).map(({ recipient, subject }) => `${recipient.split('@')[0]} ${subject}`);
};

test('a link comes on its weekday at 8:00 of the office’s clock, and once, also after an outage and from several processes', async () => {
  const shared = await save('uma', 'Desk', {}, 'east');
  await subscribe('theo', shared, 'weekly');
  // Uma's own view: sent by the clock of the office in the view, two hours earlier
  await subscribe('uma', await save('uma', 'South', { address: { accounts: 'south' } }), 'weekly');
  // with the next Wednesday, not with the current one
  expect(await lookAt(wednesday, '2026-03-18T11:59:00Z')).toEqual([]);
  expect(await lookAt('2026-03-18T12:00:00Z', '2026-03-18T13:59:00Z')).toEqual(['uma Your view: South']);
  here.clock.set('2026-03-18T14:00:00Z');
  await Promise.all([1, 2, 3].map(async () => (await mailsOf()).mails.look()));
  const both = ['theo Your view: Desk', 'uma Your view: South'];
  expect(await lookAt('2026-03-18T14:01:00Z', '2026-03-24T23:00:00Z')).toEqual(both);
  // three weeks off: one mail each, late
  await here.database.pool.query('truncate outbox');
  expect(await lookAt('2026-04-10T20:00:00Z', '2026-04-11T20:00:00Z', '2026-04-15T11:00:00Z')).toEqual(both);
});

test('monthly links come on the first; clocks that were wrong send nothing twice', async () => {
  await subscribe('theo', await save('theo', 'Month', {}), 'monthly');
  expect(await lookAt('2026-03-31T20:00:00Z', '2026-04-01T13:59:00Z')).toEqual([]);
  expect(await lookAt('2026-04-01T14:00:00Z', '2026-04-30T20:00:00Z')).toEqual(['theo Your view: Month']);
  expect(await lookAt('2027-06-02T20:00:00Z')).toHaveLength(2);
  expect(await lookAt('2026-05-01T13:00:00Z')).toHaveLength(2);
  expect(await lookAt('2026-05-02T13:00:00Z', '2026-05-20T13:00:00Z')).toHaveLength(3);
});

test('a mail has the name, what it shows and a link, and nothing that was searched for', async () => {
  const view = await save('theo', 'Desk & <b>more</b>', {
    address: { tab: 'all-calls', outcome: 'missed call', q: 'Maria Garcia', range: 'week' },
  });
  await subscribe('theo', view, 'weekly');
  await lookAt('2026-03-18T14:00:00Z');
  const [mail] = await written();
  expect(mail?.body_text).toContain('Missed Calls · All accounts · Week · 1 filter.\n\nOpen');
  expect(mail?.body_text).toContain(`http://mailcall.test/views/${view.id}`);
  expect(mail?.body_text).toContain('every Wednesday');
  expect(mail?.body_text).not.toContain('Maria');
  expect(mail?.unsubscribe_url).toMatch(/^http:\/\/mailcall\.test\/api\/data\/alerts\/unsubscribe\//);
  // one click stops it, again it changes nothing, and it can be read
  const { pathname } = new URL(mail?.unsubscribe_url ?? '');
  const stop = () => here.app.http.inject({ method: 'POST', url: pathname, payload: '' });
  const stopped = { alerts: [], view: { id: view.id, name: 'Desk & <b>more</b>', on: false } };
  const read = await here.app.http.inject({ url: `${pathname}/emails` });
  expect(read.json()).toMatchObject({ data: { view: { on: true } } });
  for (const answer of [await stop(), await stop()]) expect(answer.json()).toMatchObject({ data: stopped });
  await here.database.pool.query('truncate outbox');
  expect(await lookAt('2026-04-10T20:00:00Z')).toEqual([]);
});

test('a mail has the counts and rates of its accounts and dates, and no caller', async () => {
  await here.database.pool.query(`
    insert into calls (account_id, id, call_date_time, caller_name, answered_by, opportunity, appointment_count, version)
    select 'east', 'c' || at, '2026-03-16T15:00:00Z', 'Maria Garcia', case when at > 8 then 4 else 1 end, at <= 8,
      case when at <= 6 then 1 else 0 end, 1 from generate_series(1, 10) at`);
  const bodyOf = async (address: object) => {
    await here.database.pool.query('truncate saved_views, saved_view_mails, start_pages, outbox');
    here.clock.set(wednesday);
    await subscribe('theo', await save('theo', 'Desk', { address }), 'weekly');
    await lookAt('2026-03-18T14:00:00Z');
    return (await written())[0]?.body_text ?? '';
  };
  try {
    const body = await bodyOf({ range: 'week' });
    expect(body).toContain(
      '10 calls, 6 booked, 2 missed. 75% of opportunities booked, 20% of new-business calls missed.',
    );
    expect(body).not.toContain('Maria');
    expect(await bodyOf({ from: '2026-01-01', to: '2026-01-31' })).toContain('\nNo calls.\n');
    // a filter shows fewer calls than its dates have
    expect(await bodyOf({ range: 'week', tab: 'all-calls', q: 'Maria' })).not.toContain('booked');
  } finally {
    await here.database.pool.query(`delete from calls where account_id = 'east'`);
  }
});

test('a mail whose writing is broken off is written once at the next look, and holds no other one back', async () => {
  await subscribe('theo', await save('theo', 'Desk', {}), 'weekly');
  await subscribe('uma', await save('uma', 'South', {}), 'weekly');
  const { outbox } = await mailsOf();
  const breaksOff: Pick<Outbox, 'write' | 'brands'> = {
    brands: outbox.brands,
    write: async (transaction, message) => {
      const id = await outbox.write(transaction, message);
      if (message.recipient === 'theo@people.test') throw new Error('killed');
      return id;
    },
  };
  const { database, clock, environment } = here;
  const log = createLog({ logLevel: 'silent' });
  const unsubscribeLinks = await openUnsubscribeLinks(environment);
  here.clock.set('2026-03-18T14:00:00Z');
  await new SavedViewMails({ database, clock, log, environment, outbox: breaksOff, unsubscribeLinks }).look();
  expect((await written()).map(({ recipient }) => recipient)).toEqual(['uma@people.test']);
  expect(await lookAt('2026-03-18T14:01:00Z', '2026-03-18T14:02:00Z')).toEqual([
    'theo Your view: Desk',
    'uma Your view: South',
  ]);
});

test.each([
  ['lost the office', `delete from contact_accounts where contact_id = 'theo'`],
  ['is gone', `update contacts set deleted = true where id = 'theo'`],
  ['has switched it off', `update saved_view_mails set frequency = 'off'`],
  ['sees the view no more', `update saved_views set is_shared = false, contact_id = 'uma'`],
])('who %s gets no link, also when it waits already', async (_, statement) => {
  const sink = await startSmtpSink();
  try {
    await subscribe('theo', await save('theo', 'Desk', {}, 'east'), 'weekly');
    const { mails, outbox } = await mailsOf(sink.url);
    const send = async () => {
      for (const { id } of await written()) await outbox.tasks['send message']?.({ id }, { isLast: true });
    };
    here.clock.set('2026-03-18T14:00:00Z');
    await mails.look();
    expect(await written()).toHaveLength(1);
    await here.database.pool.query(statement);
    await send();
    expect(sink.received).toHaveLength(0);
    here.clock.set('2026-03-25T14:00:00Z');
    await mails.look();
    expect(await written()).toHaveLength(0);
  } finally {
    await sink.close();
    await here.database.pool.query(`update contacts set deleted = false where id = 'theo'`);
  }
});

test('a mail goes to the address that the person has when it is sent', async () => {
  const sink = await startSmtpSink();
  try {
    await subscribe('theo', await save('theo', 'Desk', {}), 'weekly');
    const { mails, outbox } = await mailsOf(sink.url);
    here.clock.set('2026-03-18T14:00:00Z');
    await mails.look();
    await here.database.pool.query(`update contacts set email = 'new@people.test' where id = 'theo'`);
    const [mail] = await written();
    await outbox.tasks['send message']?.({ id: mail?.id }, { isLast: true });
    expect(sink.received.map(({ to }) => to).flat()).toEqual(['new@people.test']);
  } finally {
    await sink.close();
    await here.database.pool.query(`update contacts set email = 'theo@people.test' where id = 'theo'`);
  }
});
