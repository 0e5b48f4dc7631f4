import { allRoutes } from '@mailcall/contract/api.ts';
import { passwordRealmGrant, refreshGrant, scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { type AnyRoute, pathOf } from '@mailcall/contract/wire/route.ts';
import type { InsertObject } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, bearer, signInAs, testApp, testPassword } from '../tests/support/test-app.ts';
import { WrittenExports } from './features/exports/index.ts';
import { makeScoreboardGrant } from './features/identity/index.ts';
import { openPieceKeys, recordMailEvents } from './features/mail-tracking/index.ts';
import { openOutbox } from './features/outbox/index.ts';
import { PatientListJobs } from './features/patient-lists/index.ts';
import type { Schema } from './platform/database.ts';
import { serviceBase } from './platform/http/serve.ts';
import { createLog } from './platform/log.ts';
import { readProvider } from './provider.ts';

// For each kind, replies with marked rows must equal those with deleted ones. Ids that begin with `gone` are removed.

const here = testApp({ PUBLIC_URL: 'https://mailcall.test', LOG_LEVEL: 'silent' });

const exportId = '11111111-1111-4111-8111-111111111111';
const requestId = '22222222-2222-4222-8222-222222222222';

/** Live rows refer to removed ones and the other way round. */
const record = `
  insert into accounts (id, name, parent_id) values
    ('own', 'Own', null), ('gone-office', 'Gone office', 'own'), ('below', 'Below', 'gone-office'),
    ('gone-linked', 'Gone linked', null),
    ('granted', 'Granted', null), ('gone-granted', 'Gone granted', null), ('gone-below-granted', 'Gone below', 'granted');
  insert into contact_accounts (contact_id, account_id, is_primary) values
    ('olga', 'own', true), ('olga', 'below', false), ('olga', 'gone-linked', false),
    ('eva', 'own', false), ('eva', 'gone-linked', true), ('gone', 'own', true);
  insert into staff (account_id, id, name) values ('own', 'live-staff', 'Live staff'), ('own', 'gone-staff', 'Gone staff');
  insert into sales_contacts (id, name) values ('gone-sales', 'Gone sales');
  insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
    select 'own', id, 'images/none.png', 'images/none.webp', 'images/none-small.webp', 'image/png', 1, 30, 20
    from unnest(array['face', 'gone-face', 'front', 'back']) as id;

  insert into geodata (account_id, id, bounding_box, centroid, shape)
    values ('own', 'gone-geodata', '{0,0,1,1}', '{0,0}', '{"type":"FeatureCollection","features":[{"type":"Feature",
      "properties":{"geocode":"10001C001"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}');
  insert into mailing_areas (account_id, id, name, carrier_routes) values
    ('own', 'gone-area', 'Gone area', '{10001C001}'), ('own', 'live-area', 'Live area', '{10001C001}');
  insert into mailing_zones (account_id, id, name, mailing_area_id, geodata_id) values
    ('own', 'live-zone', 'Live zone', 'gone-area', 'gone-geodata'), ('own', 'gone-zone', 'Gone zone', 'live-area', null);

  insert into campaigns (account_id, id, name, campaign_type, zone_id, status, quantity, reported_delivery_week) values
    ('own', 'zone-mailing', 'Zone mailing', 'MVP Mail', 'live-zone', 'delivered', 1000, '2026-03-02'),
    ('own', 'gone-zone-mailing', 'Gone zone mailing', 'MVP Mail', 'live-zone', 'delivered', 1000, '2026-03-02');
  insert into campaigns (account_id, id, name, campaign_type, zone_id, status, media_submitted, pre_press_completed, reported_delivery_week)
  values
    ('own', 'live-order', 'Live order', 'MVP Mail', 'live-zone', 'ordered', '2026-03-01', '2026-03-02', '2026-03-08'),
    ('own', 'zone-order', 'Zone order', 'MVP Mail', 'gone-zone', 'ordered', '2026-03-01', null, '2026-03-09'),
    ('own', 'commented-order', 'Commented order', 'MVP Mail', null, 'ordered', '2026-03-01', '2026-03-02', '2026-03-13'),
    ('own', 'called-order', 'Called order', 'MVP Mail', null, 'delivered', null, null, '2026-03-10'),
    ('below', 'below-order', 'Below order', 'MVP Mail', null, 'ordered', '2026-03-01', '2026-03-02', '2026-03-11'),
    ('own', 'gone-order', 'Gone order', 'MVP Mail', 'live-zone', 'ordered', '2026-03-01', '2026-03-02', '2026-03-12');
  insert into patient_lists (account_id, id, name, patient_count, household_count, prepared_version, uploaded_at, modified_at) values
    ('own', 'live-list', 'Live list', 2, 2, 1, '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'),
    ('own', 'gone-list', 'Gone list', 0, 0, 1, '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z');
  insert into patient_households (account_id, patient_list_id, id, patient_count) values
    ('own', 'live-list', 'house', 2), ('own', 'gone-list', 'gone-house', 1);
  insert into patients (account_id, patient_list_id, household_id, id, first_name, last_name) values
    ('own', 'live-list', 'house', 'live-patient', 'Live', 'Patient'), ('own', 'live-list', 'house', 'gone-patient', 'Gone', 'Patient');
  insert into tracking_lines (account_id, id, number, campaign_id) values
    ('own', 'live-line', '+15555550100', 'gone-order'), ('own', 'gone-line', '+15555550199', 'live-order');

  insert into recordings (account_id, key, media_type, bytes) values ('own', 'recordings/none.mp3', 'audio/mpeg', 1);
  insert into calls (account_id, id, audio, call_date_time, campaign_id, campaign_type, tracking_line_id, handler_id, answered_by,
      opportunity, patient_type, follow_up_opportunity, caller_phone_number, appointment_count, asked_for_appointment)
    select account_id, id, 'recordings/none.mp3', '2026-03-10T15:00:00Z', campaign_id, mvp.code, tracking_line_id, handler_id, who.code,
      true, new.code, false, '+13035550101', 1, true
    from (values
      ('own', 'live-call', 'live-order', 'gone-line', 'gone-staff', 'Staff'),
      ('own', 'missed-call', 'live-order', 'live-line', null, 'Voicemail'),
      ('own', 'order-call', 'gone-order', 'live-line', 'live-staff', 'Staff'),
      ('own', 'gone-call', 'called-order', 'live-line', 'live-staff', 'Staff'),
      ('gone-office', 'office-call', null, null, null, 'Staff'),
      ('below', 'below-call', null, null, null, 'Staff')
    ) as call (account_id, id, campaign_id, tracking_line_id, handler_id, answered)
    join dimension_values as who on who.dimension = 'answeredBy' and who.value = call.answered
    join dimension_values as mvp on mvp.dimension = 'campaignType' and mvp.value = 'MVP Mail'
    join dimension_values as new on new.dimension = 'patientType' and new.value = 'New Patient Opportunity';
  insert into call_actions (account_id, call_id, action, contact_id, contact_name, details, happened_at, portal_id, request_id)
  values
    ('own', 'live-call', 'appointment added', 'olga', 'Olga', 'Ann Lee', '2026-03-10T16:00:00Z', 'portal-id', '${requestId}');
  insert into transcript_turns (account_id, id, call_id, source, turn, text) values
    ('own', 'live-turn', 'live-call', 'feed', 1, 'Live words'), ('own', 'gone-turn', 'live-call', 'feed', 2, 'Gone words'),
    ('own', 'gone-call-turn', 'gone-call', 'feed', 1, 'Gone words');
  insert into appointments (account_id, id, call_id, first_name, date_time, outcome, portal_id, previous_appointment_id, created_at) values
    ('own', 'live-appointment', 'live-call', 'Live', '2026-03-20T15:00:00Z', 'Scheduled', null, null, '2026-03-10T16:00:00Z'),
    ('own', 'gone-appointment', 'live-call', 'Gone', '2026-03-21T15:00:00Z', 'Cancelled', 'portal-id', 'live-appointment', '2026-03-10T16:00:00Z');
  insert into inquiries (account_id, id, call_id, kind, item_id, item_name) values
    ('own', 'gone-offer', 'live-call', 'offer', 'gone-item', 'Gone offer'),
    ('own', 'gone-service', 'live-call', 'service', 'gone-item', 'Gone service'),
    ('own', 'gone-insurance', 'live-call', 'insurance', 'gone-item', 'Gone insurance');

  insert into designs (account_id, id, name, next_review, current_approval_level, marketing_review_version, campaign_ids,
      sales_contact_id, archived, portal_id)
    select 'own', id, id, next_review, 'Marketing Review', 1, campaign_ids::text[], sales_contact_id, archived, portal_id
    from (values
      ('gone-design', 'CustomerReview', '{live-order}', null, false, null),
      ('live-design', 'CustomerReview', '{live-order,gone-order}', 'gone-sales', false, null),
      ('other-design', 'CustomerReview', '{gone-order}', null, false, null),
      ('order-design', null, '{gone-order}', null, false, null),
      ('commented-design', 'CustomerReview', '{commented-order}', null, false, null),
      ('front-design', 'CustomerReview', '{}', null, true, null),
      ('back-design', 'CustomerReview', '{}', null, true, null),
      ('gone-combined', 'CustomerReview', '{}', null, false, 'gone-combined'),
      ('other-front-design', 'CustomerReview', '{}', null, true, null),
      ('combined', 'CustomerReview', '{}', null, false, 'combined')
    ) as design (id, next_review, campaign_ids, sales_contact_id, archived, portal_id);
  insert into design_versions (account_id, id, design_id, version, status, front_image, back_image, created_at)
  select 'own', *, '2026-03-01T10:00:00Z'::timestamptz from (values
    ('live-version', 'live-design', 1, 'InReview', 'face', null),
    ('gone-version', 'live-design', 2, 'InReview', 'gone-face', null),
    ('gone-design-version', 'gone-design', 1, 'InReview', 'gone-face', null),
    ('other-version', 'other-design', 1, 'InReview', 'face', null),
    ('order-version', 'order-design', 1, 'InReview', 'face', null),
    ('commented-version', 'commented-design', 1, 'InReview', 'face', null),
    ('front-version', 'front-design', 1, 'InReview', 'front', null),
    ('back-version', 'back-design', 1, 'InReview', 'front', 'back'),
    ('combined-design-version', 'gone-combined', 1, 'InReview', 'front', 'back'),
    ('other-front-version', 'other-front-design', 1, 'InReview', 'face', null),
    ('gone-combined-version', 'combined', 1, 'InReview', 'face', 'back')
  ) as version;
  insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, status, author_contact_id, author_name,
      created_at, modified_at)
  values
    ('own', 'gone-comment', 'live-design', 'live-version', 'front', 0.5, 0.5, 'Gone', 'Draft', 'olga', 'Olga', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'),
    ('own', 'gone-only-comment', 'commented-design', 'commented-version', 'front', 0.5, 0.5, 'Gone', 'Draft', 'olga', 'Olga', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'),
    ('own', 'gone-comment-on-new', 'live-design', 'gone-version', 'front', 0.5, 0.5, 'Gone', 'Draft', 'olga', 'Olga', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z');
  insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods) values
    ('own', 'gone-setting', 'olga', 'Missed Call Alert', 'Daily', '{Email}'),
    ('own', 'live-setting', 'gone', 'Missed Call Alert', 'Daily', '{Email}'),
    ('gone-office', 'office-setting', 'olga', 'Missed Call Alert', 'Daily', '{SMS}');
  insert into callback_actions (account_id, id, call_id, kind, contact_name, happened_at) values
    ('own', 'gone-attempt', 'missed-call', 'no-answer', 'Olga', '2026-03-10T16:00:00Z');
  insert into office_hours (account_id, id, weekday, hours) values
    ('own', 'live-hours', 'Monday', '08:00-17:00'), ('own', 'gone-hours', 'Tuesday', '08:00-17:00');
  insert into mail_pieces (account_id, id, campaign_id, mailer_id, serial_from, serial_to, from_date) values
    ('own', 'gone-pieces', 'gone-order', '901234567', 100, 199, '2026-03-01'),
    ('own', 'gone-range', 'live-order', '901234567', 200, 299, '2026-03-01');
  insert into picklists (object, field, value, label, position) values
    ('score', 'answeredBy', 'live-answer', 'Live answer', 1), ('score', 'answeredBy', 'gone-answer', 'Gone answer', 2);
  insert into office_holidays (account_id, id, day, name) values ('own', 'gone-holiday', '2026-12-25', 'Christmas Day');
  insert into exports (id, contact_id, delivery, requested_at, heartbeat_at, consent, request, account_ids, call_count, file_name, attempts)
  values ('${exportId}', 'gone', 'mailed', '2026-03-10T15:00:00Z', '2026-03-10T15:00:00Z', '{}',
    '{"accountIds":[],"exceptAccountIds":[],"sort":"callDateTime","dir":"desc"}', '{own}', 1, 'calls.xlsx', 9);`;

const kinds = [
  'accounts',
  'appointments',
  'callback_actions',
  'calls',
  'campaigns',
  'contacts',
  'design_versions',
  'designs',
  'geodata',
  'inquiries',
  'mail_pieces',
  'mailing_areas',
  'mailing_zones',
  'notification_settings',
  'office_holidays',
  'office_hours',
  'patient_lists',
  'patients',
  'picklists',
  'review_comments',
  'sales_contacts',
  'staff',
  'tracking_lines',
  'transcript_turns',
] as const;
type Kind = (typeof kinds)[number];

type Person = 'olga' | 'eva' | 'gone';
const tokens = {} as Record<Person, string>;
let grantToken = '';
let refreshCookies: Record<string, string> = {};

/** Olga sends the request unless stated. */
interface Sample {
  params?: Record<string, string>;
  query?: object;
  body?: object;
  as?: Person;
  withGrant?: true;
}
const nameOf = (route: AnyRoute) => `${route.method} ${route.service} ${route.path}`;
const routeOf = (name: string): AnyRoute => {
  const route = allRoutes.find((candidate) => nameOf(candidate) === name);
  if (!route) throw new Error(`There is no route ${name}.`);
  return route;
};

async function request(name: string, { params, query = {}, body, as = 'olga', withGrant }: Sample) {
  const route = routeOf(name);
  const reply = await here.app.http.inject({
    method: route.method,
    url: `${serviceBase[route.service]}${pathOf(route, params)}?${encodeQuery(query)}`,
    headers: { ...bearer(tokens[as]), ...(withGrant && { [scoreboardGrantHeader]: grantToken }) },
    ...(body && { payload: body }),
  });
  // the address of a recording is encrypted again each time
  return `${reply.statusCode} ${reply.body.replace(/\/recordings\/[^"]+/g, '/recordings/…')}`;
}

const scope = 'openid offline_access';
const signInOfGone = {
  grant_type: passwordRealmGrant,
  username: 'gone@people.test',
  password: testPassword,
  realm: 'password',
  scope,
};
const requestToken = (payload: object, cookies: Record<string, string> = {}) =>
  here.app.http.inject({ method: 'POST', url: '/api/identity/oauth/token', payload, cookies });

/** Requests of the routes that read; other routes are requested for all accounts of the viewer. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  'GET identity /userinfo': [{}, { as: 'gone' }],
  'GET identity /user/relatedAccounts': [{}, { as: 'gone' }, { withGrant: true }],
  'GET identity /account/:id/user': [{ params: { id: 'below' } }, { params: { id: 'gone-office' } }],
  'GET identity /user/settings': [{}, { as: 'eva' }, { as: 'gone' }],
  'GET data /object/score/field': [{ query: { names: ['answeredBy'] } }],
  'GET data /object/campaign/field': [{ query: { names: ['mediaType'] } }],
  'GET data /accounts/contacts': [
    { query: { accountIds: ['*'] } },
    { query: { accountIds: ['*'], kind: 'staff' } },
  ],
  'GET data /settings/account': ['own', 'gone-office'].map((id) => ({ query: { accountIds: [id] } })),
  'GET data /calls': [
    { query: { accountIds: ['*'] } },
    { query: { accountIds: ['own'] } },
    { query: { accountIds: ['gone-office'] } },
    { query: { accountIds: ['gone-granted'] }, withGrant: true },
    { query: { accountIds: ['granted'] }, withGrant: true },
    { query: { accountIds: ['*'], exceptAccountIds: ['own'] } },
    { query: { accountIds: ['*'], exceptAccountIds: ['below'] } },
    { query: { accountIds: ['*'], filters: { offer: ['gone-item'] } } },
  ],
  'GET data /calls/:id': [
    { params: { id: 'live-call' }, query: { related: true } },
    { params: { id: 'gone-call' } },
  ],
  'GET data /search': [
    { query: { query: 'gone' } },
    { query: { query: 'live' } },
    {
      query: {
        recentCalls: ['gone-call', 'missed-call', 'office-call'],
        recentMailings: ['gone-order', 'live-order'],
        recentLines: ['gone-line', 'live-line'],
        recentOffices: ['gone-office', 'own'],
      },
    },
  ],
  'GET data /callbacks/:id': ['missed-call', 'gone-call'].map((id) => ({ params: { id } })),
  'GET data /callers/:id': ['missed-call', 'live-call', 'gone-call'].map((id) => ({ params: { id } })),
  'GET data /calls/:id/actions': [{ params: { id: 'live-call' } }, { params: { id: 'gone-call' } }],
  'GET data /calls/:id/scores': [{ params: { id: 'live-call' } }, { params: { id: 'gone-call' } }],
  'GET data /calls/:id/disputes': [{ params: { id: 'live-call' } }, { params: { id: 'gone-call' } }],
  'GET data /calls/:id/recording': [{ params: { id: 'gone-call' } }],
  'GET data /calls/:id/transcript': [{ params: { id: 'live-call' } }, { params: { id: 'gone-call' } }],
  'GET data /mailings/:id': ['live-order', 'called-order', 'zone-order', 'commented-order', 'gone-order'].map(
    (id) => ({ params: { id }, query: { recentCalls: true, trackingNumbers: true } }),
  ),
  'GET data /mailings/:id/calls': ['live-order', 'called-order', 'gone-order'].map((id) => ({
    params: { id },
  })),
  'GET data /mailings/:id/story': ['called-order', 'zone-mailing', 'gone-zone-mailing'].map((id) => ({
    params: { id },
  })),
  'GET data /breakdowns': [{ query: { accountIds: ['*'], keys: ['offer', 'campaignSource', 'answeredBy'] } }],
  'GET data /mailings/:id/pieces': ['live-order', 'gone-order'].map((id) => ({ params: { id } })),
  'GET data /mailings/:id/zones/:zoneId': [
    { params: { id: 'live-order', zoneId: 'live-zone' } },
    { params: { id: 'gone-order', zoneId: 'live-zone' } },
    { params: { id: 'zone-order', zoneId: 'gone-zone' } },
  ],
  'GET data /designs': ['live-design', 'gone-design', 'order-design', 'other-design'].map((id) => ({
    query: { ids: [id] },
  })),
  'GET data /designs/validate-concept': [
    { query: { designId: 'live-design' } },
    { query: { designId: 'gone-design' } },
  ],
  'GET data /accounts/:accountId/designs/:designId/mailings': ['live-design', 'gone-design'].map(
    (designId) => ({ params: { accountId: 'own', designId } }),
  ),
  'GET data /campaigns/:id': ['live-order', 'zone-order', 'below-order', 'commented-order', 'gone-order'].map(
    (id) => ({ params: { id } }),
  ),
  'GET maps /accounts/:id': [{ params: { id: 'own' } }, { params: { id: 'gone-office' } }],
  'GET maps /geodata': [{ query: { id: 'gone-geodata' } }],
  'GET maps /patient-lists/:id/households': ['live-list', 'gone-list'].map((id) => ({ params: { id } })),
  // uploads are not removed as rows
  'GET maps /patient-lists/uploads/:id': [],
  'GET maps /patient-lists/uploads/:id/report': [],
  'GET maps /patient-lists/uploads/:id/report.csv': [],
  'GET maps /tiles/:z/:x/:y': [{ params: { z: '0', x: '0', y: '0' }, query: { accountIds: ['*'] } }],
  // what was done is not removed, and opening what these samples open adds to it
  'GET data /settings/activity': [],
  'GET data /settings/activity/file': [],
  // views are no rows of the feed
  'GET data /views/:id': [],
  // the stream of changes does not end
  'GET data /live': [],
  'GET data /pro-tips/:proTip/pdf': [],
};

/** Routes that show what a removed row was (docs/contribute/decisions/0008-front-desk-queries.md): the past does not change. */
const keeps: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  staff: [
    'GET data /calls',
    'GET data /appointments',
    'GET data /callers/:id',
    'GET data /calls/:id',
    'GET data /mailings/:id',
    'GET data /mailings/:id/calls',
    'GET data /get-team-leaderboard',
    'GET data /calls/metrics/staff-asked-for-appointment',
  ],
  campaigns: ['GET data /calls', 'GET data /callers/:id', 'GET data /calls/:id', 'GET data /mailings/:id'],
};

/** Commands that act on removed rows, or could. */
const commands: readonly (readonly [name: string, kinds: readonly Kind[], run: () => Promise<unknown>])[] = [
  [
    'approves a mailing and mails the primary contacts',
    ['accounts', 'contacts'],
    async () => {
      const reply = await request('PUT data /mailings/:id/approve', { params: { id: 'below-order' } });
      await request('PUT data /mailings/:id/approve', { params: { id: 'zone-order' } });
      return [reply, await mailed()];
    },
  ],
  [
    'approves only mailings that are there',
    ['campaigns'],
    () => request('PUT data /mailings/:id/approve', { params: { id: 'gone-order' } }),
  ],
  [
    'renames only mailings that are there',
    ['campaigns'],
    () => request('PUT data /mailings/:id', { params: { id: 'gone-order' }, body: { name: 'New' } }),
  ],
  [
    'renames only tracking lines that are there',
    ['tracking_lines'],
    () => request('PUT data /tracking-lines', { body: { id: 'gone-line', friendlyName: 'New' } }),
  ],
  [
    'colors only offices, areas, zones and campaigns that are there',
    ['accounts', 'mailing_areas', 'mailing_zones', 'campaigns'],
    async () => {
      const body = { color: '#1f6feb' };
      return [
        await request('POST maps /accounts/color', { body: { id: 'gone-office', ...body } }),
        await request('PUT maps /mailing-areas/:id/color', { params: { id: 'gone-area' }, body }),
        await request('PUT maps /mailing-zones/:id/color', { params: { id: 'gone-zone' }, body }),
        await request('PUT maps /campaigns/:id/color', { params: { id: 'gone-zone-mailing' }, body }),
      ];
    },
  ],
  [
    'resolves a call by staff who are there',
    ['staff'],
    () =>
      request('POST data /calls/:id/resolve', {
        params: { id: 'missed-call' },
        body: {
          callbackHandler: 'gone-staff',
          callbackOutcomeResult: 'Spoke With Caller',
          callbackOutcomeOpportunityResult: 'Unknown',
          callbackOutcomeSummary: 'Will think about it.',
        },
      }),
  ],
  [
    'resolves only calls that are there',
    ['calls'],
    () =>
      request('POST data /calls/:id/resolve', {
        params: { id: 'gone-call' },
        body: {
          callbackHandler: 'live-staff',
          callbackOutcomeResult: 'Spoke With Caller',
          callbackOutcomeOpportunityResult: 'Unknown',
          callbackOutcomeSummary: 'Will think about it.',
        },
      }),
  ],
  [
    'derives the outcome of a call from appointments that are there',
    ['appointments'],
    async () => {
      await request('POST data /appointments', {
        body: {
          call: 'live-call',
          firstName: 'Ann',
          lastName: 'Lee',
          dateTime: '2026-04-01T15:00:00.000Z',
        },
      });
      const { rows } = await here.database.pool.query(
        `select appointment_count, has_cancelled_appointment from calls where id = 'live-call'`,
      );
      return rows;
    },
  ],
  [
    'books an appointment only on a call that is there',
    ['calls'],
    async () =>
      (
        await request('POST data /appointments', {
          body: {
            call: 'gone-call',
            firstName: 'Ann',
            lastName: 'Lee',
            dateTime: '2026-04-01T15:00:00.000Z',
          },
        })
      ).slice(0, 3),
  ],
  [
    'returns the appointment of a repeated request',
    ['appointments'],
    () =>
      request('POST data /appointments', {
        body: {
          call: 'live-call',
          firstName: 'Ann',
          lastName: 'Lee',
          dateTime: '2026-04-01T15:00:00.000Z',
          requestId,
        },
      }),
  ],
  [
    'opens the review of a design that is there',
    ['designs', 'campaigns'],
    async () => [
      await request('POST data /designs/:id/review/start', { params: { id: 'gone-design' } }),
      await request('POST data /designs/:id/pdf', { params: { id: 'order-design' }, body: {} }),
    ],
  ],
  [
    'changes only comments that are there',
    ['review_comments'],
    () =>
      request('PUT data /designs/review-comments/:id', {
        params: { id: 'gone-comment' },
        body: { body: 'Larger.' },
      }),
  ],
  [
    'combines concepts again when the combination was removed',
    ['designs', 'design_versions'],
    async () => [
      await request('POST data /designs/select-concept', {
        body: {
          designId: 'front-design',
          startingPoint: 'front-design',
          secondaryStartingPoint: 'back-design',
        },
      }),
      await request('POST data /designs/select-concept', {
        body: {
          designId: 'other-front-design',
          startingPoint: 'other-front-design',
          secondaryStartingPoint: 'back-design',
        },
      }),
    ],
  ],
  [
    'signs in only people who are there',
    ['contacts'],
    async () => (await requestToken(signInOfGone)).statusCode,
  ],
  [
    'renews only the sessions of people who are there',
    ['contacts'],
    async () => (await requestToken({ grant_type: refreshGrant, scope }, refreshCookies)).statusCode,
  ],
  [
    'frees the phone of a removed person',
    ['contacts'],
    () =>
      request('PUT identity /user/settings', { body: { phoneNumber: '3035550199', password: testPassword } }),
  ],
  [
    'grants accounts that are there',
    ['accounts'],
    () =>
      makeScoreboardGrant(here, 'olga@people.test', ['gone-granted']).then(
        () => 'granted',
        (error: Error) => error.message,
      ),
  ],
  [
    'finds the mailing of a piece only by numbers that are there',
    ['mail_pieces'],
    async () => {
      const { environment, database, clock } = here;
      const keys = await openPieceKeys(environment);
      const source = { connectionId: 'post', kind: 'informed-visibility' };
      const event = {
        piece: { mailerId: '901234567', serial: 250 },
        campaignId: null,
        state: 'delivered',
        at: '2026-03-05',
      } as const;
      await database.transaction((transaction) =>
        recordMailEvents(transaction, source, [event], { keys, now: clock.now() }),
      );
      return request('GET data /mailings/:id/pieces', { params: { id: 'live-order' } });
    },
  ],
  [
    'groups only patients who are there into the households of a list',
    ['patients'],
    async () => {
      const jobs = new PatientListJobs({ ...here, log: createLog(here.environment, { write: () => {} }) });
      await jobs.prepare({ accountId: 'own', id: 'live-list' });
      return [
        await request('GET maps /patient-lists/:id/households', { params: { id: 'live-list' } }),
        await request('GET maps /accounts/patient-lists', { query: { accountIds: ['*'] } }),
      ];
    },
  ],
  [
    'mails the failure of an export to people who are there',
    ['contacts'],
    async () => {
      await exportWriter().write(exportId);
      return mailed();
    },
  ],
];

function exportWriter(): WrittenExports {
  const { database, environment, clock, files } = here;
  const log = createLog(environment, { write: () => {} });
  const provider = readProvider(environment);
  const outbox = openOutbox({ database, environment, clock, log, provider });
  return new WrittenExports({ database, environment, clock, files, log, outbox });
}

const mailed = async () =>
  (await here.database.pool.query('select recipient, subject from outbox order by recipient, subject')).rows;

const reads = allRoutes
  .filter((route) => route.method === 'GET' && (route.access === 'limited' || route.access === 'full'))
  .flatMap((route) =>
    (samples[nameOf(route)] ?? [{ query: { accountIds: ['*'] } }]).map(
      (sample) => [nameOf(route), sample] as const,
    ),
  );
const keyOf = (name: string, sample: Sample) => `${name} ${JSON.stringify(sample)}`;
const atOnce = 50;

/** By request. */
async function readAll(some = reads): Promise<Map<string, string>> {
  const replies = new Map<string, string>();
  for (let next = 0; next < some.length; next += atOnce)
    await Promise.all(
      some
        .slice(next, next + atOnce)
        .map(async ([name, sample]) => replies.set(keyOf(name, sample), await request(name, sample))),
    );
  return replies;
}

const filled = [
  ...new Set(['account_version', ...[...record.matchAll(/insert into (\w+)/g)].map(([, table]) => table)]),
  'contacts',
  'tracked_mailings',
  'tracked_days',
  'tracked_pieces',
  'outbox',
  'access_log',
].reverse();

/** People's sessions and grants stay. Truncating takes ten times as long: every connection would plan its queries again. */
async function fill(): Promise<void> {
  await here.database.pool.query(`${filled.map((table) => `delete from ${table};`).join(' ')} ${record}`);
  await here.database.kysely.insertInto('contacts').values(people).execute();
}
const idOf = (kind: Kind) => (kind === 'picklists' ? 'value' : 'id');
const mark = (kind: Kind) =>
  here.database.pool.query(`update ${kind} set deleted = true where ${idOf(kind)} like 'gone%'`);
const erase = (kind: Kind) =>
  here.database.pool.query(`delete from ${kind} where ${idOf(kind)} like 'gone%'`);

let people: InsertObject<Schema, 'contacts'>[];
let present: Map<string, string>;

beforeAll(async () => {
  for (const id of ['olga', 'eva', 'gone'] as const) {
    await addPerson(here.database, { id, ...(id === 'gone' && { phone: '+13035550199' }) });
    tokens[id] = await signInAs(here, `${id}@people.test`);
  }
  people = await here.database.kysely.selectFrom('contacts').selectAll().execute();
  await fill();
  const { cookies } = await requestToken(signInOfGone);
  refreshCookies = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
  const link = await makeScoreboardGrant(here, 'olga@people.test', ['granted', 'gone-granted']);
  const exchanged = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: new URL(link).searchParams.get('code') },
  });
  ({ grantToken } = exchanged.json<{ data: { grantToken: string } }>().data);
  present = await readAll();
});

test('every table with removable rows is in this test', async () => {
  const { rows } = await here.database.pool.query<{ name: string }>(`
    select table_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where column_name = 'deleted' and table_type = 'BASE TABLE' and table_schema = current_schema() order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([...kinds]);
});

test('every request succeeds while nothing is removed', () => {
  const failing = [...present].filter(([, reply]) => !reply.startsWith('200'));
  expect(failing.map(([key]) => key)).toEqual([]);
});

/** None of these kinds hides a row of another in a reply, so one request shows whether any of them is left. */
const removedTogether: readonly (readonly Kind[])[] = [
  ['accounts'],
  ['calls', 'contacts', 'geodata'],
  ['campaigns', 'patient_lists'],
  ['designs', 'patients'],
  ['design_versions', 'mailing_areas'],
  ['mailing_zones', 'review_comments'],
  ['staff', 'mail_pieces', 'notification_settings'],
  ['tracking_lines', 'sales_contacts', 'office_holidays'],
  ['appointments', 'office_hours', 'picklists'],
  ['inquiries', 'callback_actions', 'transcript_turns'],
];

/** A route that shows existing rows of the kind; null if only what is made of them later shows: a command above proves it. */
const shownBy: Readonly<Record<Kind, string | null>> = {
  accounts: 'GET identity /user/relatedAccounts',
  appointments: 'GET data /appointments',
  callback_actions: 'GET data /callbacks/:id',
  calls: 'GET data /calls',
  campaigns: 'GET data /mailings/:id',
  contacts: 'GET data /accounts/contacts',
  design_versions: 'GET data /designs',
  designs: 'GET data /designs',
  geodata: 'GET maps /geodata',
  inquiries: 'GET data /offers/inquiries',
  mail_pieces: null,
  mailing_areas: 'GET maps /mailing-areas',
  mailing_zones: 'GET maps /mailing-areas',
  notification_settings: 'GET data /settings/account',
  office_holidays: 'GET data /settings/office-hours',
  office_hours: 'GET data /settings/office-hours',
  patient_lists: 'GET maps /accounts/patient-lists',
  patients: null,
  picklists: 'GET data /object/score/field',
  review_comments: 'GET data /designs',
  sales_contacts: 'GET data /designs',
  staff: 'GET data /get-team-leaderboard',
  tracking_lines: 'GET data /tracking-lines/account',
  transcript_turns: 'GET data /calls/:id/transcript',
};

const shown = kinds.flatMap((kind) => (shownBy[kind] === null ? [] : [[kind, shownBy[kind]] as const]));
test.each(shown)('rows of %s are in the replies of %s', async (kind, route) => {
  await fill();
  await erase(kind);
  const absent = await readAll(reads.filter(([name]) => name === route));
  expect([...absent].some(([key, reply]) => reply !== present.get(key))).toBe(true);
});

test('every kind of row is removed once', () => {
  expect(removedTogether.flat().toSorted()).toEqual([...kinds]);
});

test.each(removedTogether.map((together) => [together.join(', '), together] as const))(
  'removed %s show on no route',
  async (_, together) => {
    await fill();
    for (const kind of together) await mark(kind);
    const removed = await readAll();
    for (const kind of together) await erase(kind);
    const absent = await readAll();
    const keptBy = (name: string) => together.some((kind) => keeps[kind]?.includes(name));
    const shows = (name: string, key: string) =>
      removed.get(key) !== absent.get(key) && !(keptBy(name) && removed.get(key) === present.get(key));
    const showing = reads.map(([name, sample]) => [name, keyOf(name, sample)] as const);
    expect(showing.filter(([name, key]) => shows(name, key)).map(([, key]) => key)).toEqual([]);
  },
);

const cases = commands.flatMap(([name, concerned, run]) =>
  concerned.map((kind) => [name, kind, run] as const),
);
test.each(cases)('%s (removed %s)', async (_, kind, run) => {
  await fill();
  const normal = await run();
  await fill();
  await mark(kind);
  const removed = await run();
  await fill();
  await erase(kind);
  expect(removed).toEqual(await run());
  expect(removed).not.toEqual(normal);
});
