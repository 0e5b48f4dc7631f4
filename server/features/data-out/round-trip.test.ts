import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { IngestReport } from '@mailcall/contract/ingest.ts';
import { addDesign, editDesign } from '@mailcall/contract/provider-designs.ts';
import { answerInboxQuestion, listInbox } from '@mailcall/contract/provider-inbox.ts';
import { createProviderMailing, saveProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import {
  invitePeople,
  removePerson,
  savePerson,
  takeFeedOfPerson,
} from '@mailcall/contract/provider-people.ts';
import type { PatientListUpload, uploadPatientList } from '@mailcall/contract/patient-list-uploads.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { DeskCall } from '@mailcall/contract/scoring.ts';
import type { AnyRoute, RouteReply } from '@mailcall/contract/wire/route.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerFile } from '../../../tests/support/provider-file.ts';
import { newestMessage } from '../../../tests/support/outbox.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import {
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
  type TestApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { makeApiKey } from '../identity/index.ts';
import { storeImage } from '../images/index.ts';
import { FeedFolders, importAgain } from '../ingest/feed-for-tests.ts';
import { PatientListJobs } from '../patient-lists/index.ts';
import { answersTo, importInto, importStory } from '../../../tests/support/round-trip.ts';
import { randomRoundTrip } from '../../../tests/torture/random-round-trip.ts';
import { writeExport, writeScores } from './index.ts';

const worked = testApp({
  PROVIDER: providerFile({ scoring: { secondPassPercent: 100, newScorerPercent: 100 } }),
});
const restored = testApp();
const empty = testApp();
const folders = new FeedFolders();
const tokens: Record<string, string> = {};
const marchCsv = 'Last name,Address,ZIP,Production\nLee,12 Main St,80202,"$1,250.00"\nOrtiz,,80203,\n';

beforeAll(async () => {
  await importStory(worked, folders);
  for (const name of ['olga', 'desk', 'felix']) tokens[name] = await signInAs(worked, `${name}@people.test`);
});
afterAll(() => folders.remove());

const ask = async <Data = unknown>(
  who: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => {
  const answer = await worked.app.http.inject({
    method,
    url: `/api${path}`,
    headers: bearer(tokens[who] ?? ''),
    ...(payload && { payload }),
  });
  expect([method, path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([
    method,
    path,
    200,
    '',
  ]);
  return answer.json<{ data: Data }>().data;
};

const visit = (firstName: string) => ({
  firstName,
  lastName: 'Lee',
  dateTime: '2026-03-20T15:00:00.000Z',
});

async function review(): Promise<void> {
  const pin = { body: 'Brighter;\n"please".', side: 'front', x: 0.125, y: 0.5 };
  const add = async (design: string, more: object = {}) =>
    (
      await ask<{ comment: { id: string } }>('olga', 'POST', `/data/designs/${design}/review-comment`, {
        ...pin,
        ...more,
      })
    ).comment.id;
  await ask('olga', 'POST', '/data/designs/D1/review/start');
  const gone = await add('D1');
  await ask('olga', 'DELETE', `/data/designs/review-comments/${gone}`);
  const kept = await add('D1');
  await ask('olga', 'PUT', `/data/designs/review-comments/${kept}`, { body: 'Much brighter.' });
  await add('D1', { replyTo: 'R1' });
  await ask('olga', 'POST', '/data/designs/review-comments/R1/accept');
  await ask('olga', 'POST', '/data/designs/D1/close', {});
  await add('D2');
  await ask('desk', 'POST', '/data/designs/select-concept', {
    designId: 'D2',
    startingPoint: 'D2',
    secondaryStartingPoint: 'D3',
    archiveDesignIds: ['D4'],
    campaignIds: ['C4'],
    name: 'Both',
  });
  await ask('olga', 'PUT', '/data/mailings/C4/approve');
  await ask('olga', 'PUT', '/data/mailings/C1', { name: 'Ours' });
}

async function workAtDesk(): Promise<void> {
  let version = 0;
  const act = async (kind: string, until?: string) => {
    const { entry, action } = await ask<{ entry: { version: number }; action: { id: string } }>(
      'olga',
      'POST',
      '/data/callbacks/K2/actions',
      { requestId: randomUUID(), kind, version, ...(until && { until }) },
    );
    version = entry.version;
    return action.id;
  };
  await act('no-answer', '2026-03-12T16:00:00.000Z');
  worked.clock.set('2026-03-11T15:00:01.000Z');
  const actionId = await act('wrong-number');
  worked.clock.set(testNow);
  await ask('olga', 'POST', '/data/callbacks/K2/undo', { actionId });
  const open = [{ weekday: 1, opens: 540, closes: 720 }];
  const hours = (holidays: object[]) =>
    ask('olga', 'PUT', '/data/settings/office-hours', { accountId: 'A1', open, holidays });
  await hours([{ date: '2026-07-03', name: 'Holiday' }]);
  await hours([{ date: '2026-11-26', name: null }]);
}

async function callBack(): Promise<void> {
  await workAtDesk();
  await ask('olga', 'POST', '/data/calls/K1/resolve', {
    callbackHandler: 'T1',
    callbackOutcomeResult: 'Spoke With Caller',
    callbackOutcomeOpportunityResult: 'New Patient Opportunity',
    callbackOutcomeSummary: 'Comes on Friday.',
    appointments: [visit('Ann')],
  });
  await ask('desk', 'POST', '/data/appointments', { call: 'K3', ...visit('Bob') });
  await ask('olga', 'PUT', '/data/tracking-lines', { id: 'L1', friendlyName: 'Front door' });
  await ask('olga', 'POST', '/maps/accounts/color', { id: 'A1', color: '#c92a2a' });
  await ask('olga', 'PUT', '/maps/mailing-areas/M1/color', { color: '#257a35' });
  await ask('olga', 'PUT', '/maps/campaigns/C3/color', { color: '#5f3dc4' });
}

async function scoreCalls(): Promise<void> {
  await addTeamMember(worked.database, { id: 'nora', roles: ['scoring-lead'] });
  tokens['nora'] = await signInAs(worked, 'nora@people.test');
  const save = async (id: string, more: Partial<ScoreValues>, reason = 'scored') => {
    await ask('nora', 'POST', `/data/scoring/calls/${id}/open`, {});
    return ask('nora', 'PUT', `/data/scoring/calls/${id}/score`, {
      requestId: randomUUID(),
      version: 0,
      rubric: '1',
      marks: [{ field: 'goodImpression', from: 4_800 }],
      reason,
      values: {
        ...emptyScore,
        answeredBy: 'Staff',
        handler: { id: null, name: 'Ben New' },
        callerName: 'Ann Lee',
        patientType: 'New Patient Opportunity',
        opportunity: true,
        askedForAppointment: true,
        askedForSource: false,
        goodImpression: true,
        followUpOpportunity: false,
        highlights: 'Asked; "price"\nof a cleaning.',
        ...more,
      },
    });
  };
  await save('K4', {
    services: [{ id: null, name: 'Cleaning', acceptance: null }],
    insurances: [{ id: null, name: 'Kestrel Dental', acceptance: 'Accepted' }],
    askedForAdditionalAppointment: false,
    appointments: [visit('Ann')],
  });
  await save('K2', { noAppointmentScheduledReason: 'Price Too High' }, 'correction');
  await ask('nora', 'POST', '/data/scoring/calls/K2/undo', { version: 1 });
}

async function scoreAgain(): Promise<void> {
  await addTeamMember(worked.database, { id: 'ned', roles: ['scorer'] });
  tokens['ned'] = await signInAs(worked, 'ned@people.test');
  const next = { except: [] };
  const { call } = await ask<{ call: DeskCall }>('ned', 'POST', '/data/scoring/next', next);
  expect(call.callId).toBe('K4');
  await ask('ned', 'PUT', '/data/scoring/calls/K4/score', {
    requestId: randomUUID(),
    version: 0,
    rubric: '1',
    marks: [{ field: 'goodImpression', from: 900 }],
    values: {
      ...emptyScore,
      answeredBy: 'No Answer',
      patientType: 'Unknown',
      followUpOpportunity: false,
      highlights: 'Cut off.',
    },
  });
  const path = '/data/scoring/quality/calls/K4';
  await ask('nora', 'POST', `${path}/return`, { note: 'Please listen to the end again.' });
  await ask('nora', 'POST', `${path}/keep`, { answer: 'She says who she is.' });
  const pass = await ask<{ call: { values: ScoreValues } }>('nora', 'GET', path);
  await ask('nora', 'POST', `${path}/decide`, { version: 1, values: pass.call.values, rubric: '1' });
}

async function dispute(): Promise<void> {
  const open = async (field: string, wanted = 'No') =>
    (
      await ask<{ dispute: { id: string } }>('olga', 'POST', '/data/calls/K4/disputes', {
        requestId: randomUUID(),
        field,
        wanted,
        reason: 'Ben says so;\nat "0:48".',
        atSecond: 48,
      })
    ).dispute.id;
  await open('askedForSource', 'Yes');
  const withdrawn = await open('goodImpression');
  await ask('desk', 'POST', `/data/calls/K4/disputes/${withdrawn}/withdraw`, {});
  const declined = await open('askedForAppointment');
  await ask('nora', 'POST', `/data/scoring/disputes/${declined}/decline`, { reason: 'He asks at 0:50.' });
  await ask('olga', 'POST', '/data/calls/K4/disputes/seen', {});
  await ask('desk', 'POST', `/data/calls/K4/disputes/${declined}/answer`, { answer: 'We see.' });
}

async function changeSettings(): Promise<void> {
  const save = (contactId: string, alertType: string, method: string[]) =>
    ask('olga', 'POST', '/data/settings/contacts', {
      accountId: 'A1',
      notification: [{ contactId, alertType, frequency: 'Daily', method }],
    });
  await save('olga', 'Missed Call Alert', []);
  await save('desk', 'New Appointment Call Alert', ['Email']);
  await ask('olga', 'PUT', '/identity/user/settings', {
    email: 'olga.new@people.test',
    password: testPassword,
    receivedSmsAlerts: ['push'],
  });
  const { text } = await newestMessage(worked.database, 'olga.new@people.test');
  await ask('olga', 'POST', '/identity/user/settings/confirm', { code: /\d{6}/.exec(text)?.[0] });
}

async function changePatientLists(): Promise<string> {
  const upload = async (content: string, replacedListId: string | null) => {
    const answer = await worked.app.http.inject({
      method: 'POST',
      url: '/api/maps/patient-lists/uploads?accountId=A1&fileName=march.csv',
      headers: { ...bearer(tokens.olga ?? ''), 'content-type': 'text/csv' },
      payload: content,
    });
    const { data } = answer.json<{ data: RouteReply<typeof uploadPatientList> }>();
    await ask('olga', 'POST', `/maps/patient-lists/uploads/${data.upload.id}/start`, {
      name: 'March',
      columns: data.columns.map(({ field }) => field),
      replacedListId,
    });
    const jobs = new PatientListJobs({ ...worked, log: worked.app.http.log as never });
    await jobs.read({ accountId: 'A1', id: data.upload.id, ignoresArchived: false });
    const path = `/maps/patient-lists/uploads/${data.upload.id}`;
    return (await ask<{ upload: PatientListUpload }>('olga', 'GET', path)).upload.patientListId ?? '';
  };
  const list = await upload(`${marchCsv}Moe,3 Elm St,80203,5\n`, null);
  await upload(marchCsv, list);
  await ask('olga', 'PUT', '/maps/patient-lists/P1/archived', { archived: true });
  await ask('olga', 'DELETE', '/maps/patient-lists/P2');
  return list;
}

async function desk<Data>(route: AnyRoute, parts: Parameters<typeof requestRoute>[3]): Promise<Data> {
  const answer = await requestRoute<Data>(worked, tokens['mia'] ?? '', route, parts);
  expect([route.path, answer.code, answer.message]).toEqual([route.path, 200, undefined]);
  return answer.data;
}
const of = (id: string) => ({ params: { id } });

/** A cut, as the desk makes them of a dropped file. */
async function uploadPicture(): Promise<string> {
  const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3355aa' } })
    .png()
    .toBuffer();
  const cut = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  const image = await storeImage(content, worked.files, { cut });
  await worked.database.kysely
    .insertInto('images')
    .values({
      account_id: 'A1',
      id: image.id,
      original_key: image.originalKey,
      preview_key: image.previewKey,
      thumbnail_key: image.thumbnailKey,
      media_type: image.mediaType,
      bytes: image.bytes,
      width: image.width,
      height: image.height,
    })
    .execute();
  return image.id;
}

const picturesOf = async ({ database, files }: TestApp) => {
  const { rows } = await database.pool.query<Record<string, string>>(
    `select image.* from images image join design_versions version on version.account_id = image.account_id
     and version.back_image = image.id where version.id like 'portal-%'`,
  );
  const keys = rows.flatMap((row) => [row['original_key'], row['preview_key'], row['thumbnail_key']]);
  return [rows, await Promise.all(keys.map((key) => buffer(files.createReadStream(key ?? ''))))];
};

async function workOfProvider(): Promise<void> {
  await addTeamMember(worked.database, { id: 'mia', roles: ['account-manager'] });
  tokens['mia'] = await signInAs(worked, 'mia@people.test');
  await desk(invitePeople, {
    body: {
      people: ['Pat', 'Gone'].map((name) => ({ name, email: `${name}@people.test`, phone: null })),
      officeIds: ['A1'],
      primary: true,
      limited: true,
    },
  });
  const { rows } = await worked.database.pool.query(`select id from contacts where name = 'Gone'`);
  await desk(removePerson, of(rows[0].id));
  const renamed = { values: { name: 'Front desk' }, before: { name: 'Desk' } };
  await desk(savePerson, { ...of('desk'), body: renamed });
  await desk(savePerson, { ...of('felix'), body: { values: { name: 'Felice' }, before: { name: 'Felix' } } });
  const values = { name: 'Order C9', campaign_type: 'MVP Mail', media_type: 'Postcard', cost: '12.50' };
  const { record } = await desk<{ record: { id: string } }>(createProviderMailing, {
    body: { accountId: 'A1', values },
  });
  await desk(saveProviderMailing, {
    ...of('C2'),
    body: { values: { label: 'Spring', quantity: '2500' }, before: { label: null, quantity: null } },
  });
  const { rows: images } = await worked.database.pool.query(
    `select id from images where account_id = 'A1' order by id limit 1`,
  );
  const requestId = randomUUID();
  await desk(addDesign, {
    body: {
      requestId,
      accountId: 'A1',
      name: 'Made here',
      campaignIds: [record.id],
      front: images[0].id,
      back: await uploadPicture(),
      send: { reviewers: ['olga'], dueOn: null },
    },
  });
  await desk(editDesign, { ...of('D1'), body: { values: { name: 'Ours' }, before: { name: 'Concept D1' } } });
}

async function allAnswers(here: TestApp): Promise<Record<string, Record<string, unknown>>> {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const email of ['olga.new@people.test', 'desk@people.test', 'felix@people.test'])
    answers[email] = await answersTo(here, await signInAs(here, email));
  return answers;
}

const answersToOlga = async (here: TestApp) => answersTo(here, await signInAs(here, 'olga.new@people.test'));

interface Line {
  file?: string;
  row?: Record<string, unknown>;
  cursor?: string;
  more?: boolean;
}

const folderOf = async (name: string) => join(await folders.folder(), name);
const rowsIn = async (folder: string, name: string) =>
  (await readFile(join(folder, `${name}.ndjson`), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>);
const ndjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** An export as another system sends it back: under its own ids, after the rows that it received first. */
async function sentBack(folder: string): Promise<Record<string, string>> {
  const files = ['appointments', 'designs', 'design-versions', 'review-comments', 'patient-lists'];
  const sent = files.map(async (file) => {
    const made = (await rowsIn(folder, file)).filter(
      ({ id, portal_id: portalId }) => portalId && portalId === id,
    );
    return [
      `${file}.ndjson`,
      ndjson(
        made.map(({ front: _front, back: _back, ...row }) => ({
          ...row,
          id: `${row['id']}.own`,
          ...(file === 'design-versions' && { design_id: `${row['design_id']}.own` }),
          ...(file === 'review-comments' && { body: 'An older text', status: 'Draft' }),
        })),
      ),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(sent));
}
/** Rows of these files were made and removed again before the export. */
const comeAndGone = ['contacts', 'review-comments', 'office-holidays'];
/** A request's id is of no use elsewhere. */
const checksOfScores = async ({ database }: TestApp) => {
  const rowsOf = async (table: string) =>
    (
      await database.pool.query<{ row: object }>(
        `select to_jsonb(kept) - 'request_id' as row from ${table} kept order by id`,
      )
    ).rows;
  return [await rowsOf('score_second_passes'), await rowsOf('score_disputes')];
};
const wholeRows = async ({ database }: TestApp) => {
  const rows: Record<string, unknown> = {};
  for (const table of [
    'campaigns',
    'designs',
    'review_comments',
    'appointments',
    'patients',
    'contacts',
    'score_second_passes',
    'score_disputes',
  ])
    rows[table] = (await database.pool.query(`select ctid, t.* from ${table} t order by id`)).rows;
  return rows;
};

test('feed, work and export give an empty database the same screens, and nothing overwrites them afterwards', async () => {
  await review();
  await callBack();
  await scoreCalls();
  await scoreAgain();
  await dispute();
  await changeSettings();
  const list = await changePatientLists();
  await workOfProvider();

  const folder = await folderOf('first');
  const exported = await writeExport(worked, { folder, since: null });
  expect(exported.rows).toEqual({
    accounts: 1,
    contacts: 5,
    'notification-settings': 2,
    'office-hours': 7,
    'office-holidays': 2,
    campaigns: 4,
    'tracking-lines': 1,
    calls: 3,
    inquiries: 2,
    staff: 1,
    'call-actions': 4,
    'score-versions': 4,
    'score-second-passes': 1,
    'score-disputes': 3,
    'callback-attempts': 2,
    appointments: 3,
    designs: 6,
    'design-versions': 3,
    'review-comments': 5,
    'mailing-areas': 1,
    'mailing-zones': 1,
    'patient-lists': 3,
    patients: 2,
  });
  const patients = await readFile(join(folder, 'patients.ndjson'), 'utf8');
  expect(JSON.parse(patients.split('\n')[0] ?? '')).toMatchObject({
    patient_list_id: list,
    production: '1250.00',
  });

  await importStory(restored, folders);
  expect((await importInto(restored, folder)).firstRejections).toEqual([]);
  const expected = await allAnswers(worked);
  expect(Object.keys(expected['olga.new@people.test'] ?? {}).length).toBeGreaterThan(60);
  expect(await allAnswers(restored)).toEqual(expected);

  expect(await checksOfScores(restored)).toEqual(await checksOfScores(worked));

  const pictures = await picturesOf(worked);
  expect(pictures[1]).toHaveLength(3);
  expect(await picturesOf(restored)).toEqual(pictures);

  const before = await wholeRows(restored);
  await importStory(restored, folders);
  const again = await importInto(restored, folder);
  expect(again.files.reduce((sum, { added, changed }) => sum + added + changed, 0)).toBe(0);
  expect(await wholeRows(restored)).toEqual(before);

  // imported rows are exported again, but not the removal of rows that came and went
  const next = await folderOf('next');
  await writeExport(restored, { folder: next, since: null });
  for (const name of Object.keys(exported.rows)) {
    const linesOf = async (from: string) =>
      (await readFile(join(from, `${name}.ndjson`), 'utf8'))
        .split('\n')
        .filter((line) => !(comeAndGone.includes(name) && line.includes('"deleted":true')))
        .sort();
    expect(await linesOf(next)).toEqual(await linesOf(folder));
  }

  await desk(takeFeedOfPerson, { ...of('felix'), body: { column: 'name' } });
  const later = await folderOf('later');
  await writeExport(worked, { folder: later, since: exported.cursor });
  expect((await importInto(restored, later)).firstRejections).toEqual([]);
  for (const { database } of [worked, restored])
    expect(
      (await database.pool.query(`select name, feed ? 'name' as edited from contacts where id = 'felix'`))
        .rows,
    ).toEqual([{ name: 'Felix', edited: false }]);
});

test('a person who an answer tied to one of the feed comes back as that person', async () => {
  const ofFeed = {
    'contacts.csv': 'id,name,email,phone,account_ids\nU-7,Patricia,pat@people.test,+13035550177,A1\n',
  };
  const feedInto = async ({ database, files }: TestApp) =>
    importAgain(database.pool, await folders.folder(ofFeed), { files });
  await feedInto(worked);
  const { records } = await desk<RouteReply<typeof listInbox>>(listInbox, { query: { kind: 'question' } });
  await desk(answerInboxQuestion, { ...of(records[0]?.id ?? ''), body: { answer: 'tie' } });
  const folder = await folderOf('tied');
  await writeExport(worked, { folder, since: null });

  // the feed is imported first, so its row is there under its own id
  await importStory(empty, folders);
  await feedInto(empty);
  for (const _ of [1, 2]) {
    expect((await importInto(empty, folder)).firstRejections).toEqual([]);
    const { rows } = await empty.database.pool.query(
      `select contacts.id, name, phone, array(select account_id from contact_accounts where contact_id = contacts.id) as accounts
       from contacts where lower(email) = 'pat@people.test'`,
    );
    expect(rows).toEqual([{ id: 'U-7', name: 'Pat', phone: '+13035550177', accounts: ['A1'] }]);
  }
  // a portal that has the row of the export keeps it, and knows the feed's id
  await importInto(restored, folder);
  const { rowCount } = await restored.database.pool.query(
    `select from tied_ids where file = 'contacts' and feed_id = 'U-7' and row_id like 'portal-%'`,
  );
  expect(rowCount).toBe(1);
});

test('an export continues after a cursor, and refuses one of another database', async () => {
  const nothing = await writeExport(worked, { folder: await folderOf('all'), since: null });
  await ask('olga', 'PUT', '/data/tracking-lines', { id: 'L1', friendlyName: 'Back door' });
  const folder = await folderOf('later');
  const later = await writeExport(worked, { folder, since: nothing.cursor });
  expect([later.since, later.rows]).toEqual([nothing.cursor, { 'tracking-lines': 1 }]);
  expect(JSON.parse(await readFile(join(folder, 'tracking-lines.ndjson'), 'utf8'))).toEqual({
    id: 'L1',
    account_id: 'A1',
    friendly_name: 'Back door',
  });
  const refused = (since: string) => writeExport(restored, { folder: `${folder}-refused`, since });
  await expect(refused(later.cursor)).rejects.toThrow('This cursor is of another database');
  await expect(refused('mine')).rejects.toThrow('This is not a cursor of an export.');
  await expect(writeExport(worked, { folder, since: null })).rejects.toThrow('is not empty');
});

test("an export has no row of another office that claims a change's id", async () => {
  const before = await folderOf('unclaimed');
  await writeExport(worked, { folder: before, since: null });
  await worked.database.pool.query(
    `insert into designs (account_id, id, name, portal_id) values ('A2', 'foreign', 'Foreign', 'D1')`,
  );
  const folder = await folderOf('claimed');
  await writeExport(worked, { folder, since: null });
  await worked.database.pool.query(`delete from designs where id = 'foreign'`);
  expect(await rowsIn(folder, 'designs')).toEqual(await rowsIn(before, 'designs'));
});

test('a system with an API key reads the same over HTTP, in pages', async () => {
  const { key } = await makeApiKey(
    worked.database.kysely,
    { name: 'CRM', system: 'crm', scopes: ['export'] },
    worked.clock.now(),
  );
  const read = async (query: string, apiKey = key) => {
    const answer = await worked.app.http.inject({
      url: `/api/ingest/v1/export?${query}`,
      headers: bearer(apiKey),
    });
    const lines = answer.body.trim().split('\n');
    return { status: answer.statusCode, lines: lines.map((line) => JSON.parse(line) as Line) };
  };
  const rows = new Map<string, unknown>();
  let last: Line = { more: true };
  for (let since = ''; last.more; since = `&since=${last.cursor}`) {
    const { status, lines } = await read(`limit=7${since}`);
    expect(status).toBe(200);
    last = lines.pop() ?? {};
    for (const { file: name, row } of lines) rows.set(`${name} ${String(row?.['id'])}`, row);
  }
  const folder = await folderOf('whole');
  const whole = await writeExport(worked, { folder, since: null });
  expect(whole.cursor).toBe(last.cursor);
  for (const name of Object.keys(whole.rows)) {
    const lines = (await readFile(join(folder, `${name}.ndjson`), 'utf8')).trim().split('\n');
    for (const line of lines) {
      const row = JSON.parse(line) as { id: string };
      expect(rows.get(`${name} ${row.id}`)).toEqual(row);
      rows.delete(`${name} ${row.id}`);
    }
  }
  expect([...rows.keys()]).toEqual([]);
  expect((await read('since=mine')).status).toBe(422);
  expect((await read('', 'mck_none')).status).toBe(401);
});

test('what people made is sent back with ids of another system, and stays what it is', async () => {
  const folder = await folderOf('taken over');
  await writeExport(worked, { folder, since: null });
  const rows = await sentBack(folder);
  const answer = (await rowsIn(folder, 'review-comments')).find((row) => row['body'] === 'Much brighter.');
  rows['review-comments.ndjson'] += ndjson([
    {
      ...answer,
      id: 'answer',
      portal_id: null,
      reply_to: answer?.['id'],
      body: 'Done.',
      status: 'Pending',
      author_name: 'Sam',
    },
  ]);
  const before = JSON.stringify(await answersToOlga(worked));
  const thread = await folders.import(worked.database.pool, rows, {
    files: worked.files,
    clock: worked.clock,
  });
  expect(thread.files.map(({ file, added, rejected }) => [file, added, rejected])).toEqual([
    ['appointments.ndjson', 0, 0],
    ['designs.ndjson', 0, 0],
    ['design-versions.ndjson', 0, 0],
    ['review-comments.ndjson', 1, 0],
    ['patient-lists.ndjson', 0, 0],
  ]);
  const { rows: replies } = await worked.database.pool.query(
    `select body, reply_to from review_comments where id = 'answer'`,
  );
  expect(replies).toEqual([{ body: 'Done.', reply_to: `${answer?.['id']}.own` }]);
  await worked.database.pool.query(`delete from review_comments where id = 'answer'`);
  expect(JSON.stringify(await answersToOlga(worked)).replaceAll('.own', '')).toEqual(before);
  const [design = '', list = ''] = await Promise.all(
    ['designs', 'patient-lists'].map(
      async (file) =>
        (await rowsIn(folder, file)).find(({ id, portal_id: made, deleted }) => id === made && !deleted)
          ?.id ?? '',
    ),
  );
  // a screen that was open meanwhile still works with its ids
  const opened = await ask<{ records: { id: string }[] }>('olga', 'GET', `/data/designs?ids[]=${design}`);
  expect(opened.records.map(({ id }) => id)).toEqual([`${design}.own`]);
  await ask('olga', 'POST', `/data/designs/${design}/review/start`);
  await ask('olga', 'PUT', `/maps/patient-lists/${list}/archived`, { archived: true });
  await ask('olga', 'PUT', `/maps/patient-lists/${list}/archived`, { archived: false });
  const { rows: audits } = await worked.database.pool.query(
    `select from graphile_worker.jobs where key like 'audit%' and key like '%' || $1`,
    [`${list}.own`],
  );
  expect(audits).toHaveLength(1);

  // the same over HTTP, from a system that had sent the comments without their portal_id before
  const { key } = await makeApiKey(
    restored.database.kysely,
    { name: 'x', system: 'x', scopes: ['ingest', 'portal-work'] },
    restored.clock.now(),
  );
  const send = async (path: string, payload: string) => {
    const reply = await restored.app.http.inject({
      method: 'POST',
      url: `/api/ingest/v1/${path}`,
      headers: { ...bearer(key), 'content-type': 'application/x-ndjson' },
      payload,
    });
    expect([path, reply.statusCode]).toEqual([path, 200]);
    return reply.json<{ data: IngestReport }>().data;
  };
  const whole = JSON.stringify(await answersToOlga(restored));
  const comments = (rows['review-comments.ndjson'] ?? '').trim().split('\n').slice(0, -1).join('\n');
  const doubles = await send('review-comments', comments.replaceAll('"portal_id"', '"unknown"'));
  expect([doubles.added, doubles.rejected]).toEqual([3, 0]);
  rows['review-comments.ndjson'] = comments;
  for (const [name, lines] of Object.entries(rows)) {
    const report = await send(name.replace('.ndjson', ''), lines);
    expect([name, report.added, report.rejected]).toEqual([name, 0, 0]);
  }
  expect(JSON.stringify(await answersToOlga(restored)).replaceAll('.own', '')).toEqual(whole);

  // an export is sent the same way
  const since = (await writeExport(worked, { folder: await folderOf('then'), since: null })).cursor;
  await ask('olga', 'PUT', '/data/mailings/C1', { name: 'Theirs' });
  await ask('olga', 'PUT', '/data/tracking-lines', { id: 'L1', friendlyName: 'Side door' });
  const later = await folderOf('over HTTP');
  const { rows: counts } = await writeExport(worked, { folder: later, since });
  for (const name of Object.keys(counts))
    expect(await send(`${name}?source=portal`, ndjson(await rowsIn(later, name)))).toMatchObject({
      changed: 1,
    });
  const all = await folderOf('all of it');
  for (const name of Object.keys((await writeExport(worked, { folder: all, since: null })).rows))
    expect((await send(`${name}?source=portal`, ndjson(await rowsIn(all, name)))).rejections).toEqual([]);
  expect(await answersToOlga(restored)).toEqual(await answersToOlga(worked));
});

test('random work of random people gives another portal the same screens, and the same feed changes nothing', async () => {
  const trip = await randomRoundTrip({ worked, restored }, folders, { steps: 24, seed: 7, exported: 0.15 });
  expect(trip.exports).toBeGreaterThan(1);
  expect(trip.rejected).toBe(0);
  expect(trip.restored).toEqual(trip.worked);
  expect(trip.changedAgain).toBe(0);
});

test('the scores alone have the feed’s form, and stay the person’s when the feed sends them back', async () => {
  const folder = await folderOf('scores');
  const written = await writeScores(worked.database, { folder, since: null });
  expect(written.rows).toEqual({ staff: 1, calls: 2, inquiries: 2 });
  const [names = '', ...rows] = (await readFile(join(folder, 'calls.csv'), 'utf8')).trim().split('\r\n');
  expect(names.split(',')).toEqual([
    'id',
    'account_id',
    'caller_name',
    'score_id',
    ...names.split(',').slice(4),
  ]);
  expect(names.split(',').at(-1)).toBe('price_answer');
  expect(rows.find((row) => row.startsWith('K4,A1,Ann Lee,,true,Staff,'))).toContain(
    '"Asked; ""price""\nof a cleaning."',
  );
  // withdrawn: the feed’s shows
  expect(rows.find((row) => row.startsWith('K2,'))).toContain('K2,A1,Ann Lee,K2-score,false,No Answer,');
  const before = JSON.stringify(await answersToOlga(worked));
  const report = await importAgain(worked.database.pool, folder, {
    files: worked.files,
    clock: worked.clock,
  });
  expect(report.rejected).toBe(0);
  expect(JSON.stringify(await answersToOlga(worked))).toBe(before);
  const { rows: sources } = await worked.database.pool.query(
    `select id, score_source from calls where id in ('K2', 'K4') order by id`,
  );
  expect(sources).toEqual([
    { id: 'K2', score_source: 'feed' },
    { id: 'K4', score_source: 'person' },
  ]);
  const since = written.cursor;
  const later = await writeScores(worked.database, { folder: await folderOf('later scores'), since });
  expect(later.rows).toEqual({ staff: 0, calls: 0, inquiries: 0 });
});
