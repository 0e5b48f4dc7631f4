import { allRoutes } from '@mailcall/contract/api.ts';
import { type AnyRoute, pathOf } from '@mailcall/contract/wire/route.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import type { ImportReport } from '../../server/features/ingest/index.ts';
import {
  csv,
  type FeedFolders,
  type FolderContent,
  importAgain,
} from '../../server/features/ingest/feed-for-tests.ts';
import { comment, designFeed, face, version } from '../../server/features/ingest/designs-for-tests.ts';
import { PatientListJobs } from '../../server/features/patient-lists/index.ts';
import { hashPassword } from '../../server/features/identity/passwords.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';
import { bearer, type TestApp, testPassword } from './test-app.ts';

const concept = (id: string) => ({
  id,
  account_id: 'A1',
  name: `Concept ${id}`,
  next_review: 'CustomerReview',
  current_approval_level: 'Marketing Review',
  marketing_review_version: 1,
  archived: false,
  sales_contact_id: 'S1',
  campaign_ids: 'C4',
});
const mailing = (id: string, more: Record<string, string | number> = {}) => ({
  id,
  account_id: 'A1',
  name: `Order ${id}`,
  campaign_type: 'MVP Mail',
  media_type: 'Postcard',
  status: '',
  media_submitted: '2026-03-01',
  pre_press_completed: '2026-03-02',
  zone_id: '',
  ...more,
});
const patientList = (id: string) => ({
  id,
  account_id: 'A1',
  name: `List ${id}`,
  uploaded_at: '2026-03-01T12:00:00Z',
});
const call = (id: string, more: Record<string, string> = {}) => ({
  id,
  account_id: 'A1',
  tracking_line_id: 'L1',
  call_date_time: '2026-03-10T18:30:00Z',
  caller_phone_number: '+13035550177',
  score_id: `${id}-score`,
  opportunity: 'false',
  call_answered_by: 'No Answer',
  ...more,
});

export const storyFeed: FolderContent = {
  ...designFeed,
  'contacts.csv': csv([
    {
      id: 'olga',
      name: 'Olga',
      email: 'olga@people.test',
      phone: '+12025550101',
      account_ids: 'A1',
      primary_account_ids: 'A1',
    },
    {
      id: 'desk',
      name: 'Desk',
      email: 'desk@people.test',
      phone: '',
      account_ids: 'A1',
      primary_account_ids: '',
    },
    {
      id: 'felix',
      name: 'Felix',
      email: 'felix@people.test',
      phone: '',
      account_ids: 'A2',
      primary_account_ids: 'A2',
    },
  ]),
  'staff.csv': csv([{ id: 'T1', account_id: 'A1', name: 'Tess' }]),
  'notification-settings.csv': csv([
    {
      id: 'N1',
      account_id: 'A1',
      contact_id: 'olga',
      alert_type: 'Missed Call Alert',
      frequency: 'Daily',
      methods: 'Email',
    },
  ]),
  'campaigns.csv': csv([
    mailing('C1'),
    mailing('C2', { account_id: 'A2' }),
    mailing('C3', { zone_id: 'Z2', media_submitted: '', pre_press_completed: '', status: 'ordered' }),
    mailing('C4'),
  ]),
  'calls.csv': csv([
    call('K1'),
    call('K2'),
    call('K3', { call_answered_by: 'Staff', opportunity: 'true' }),
    call('K4', { score_id: '', opportunity: '', call_answered_by: '' }),
  ]),
  'designs.csv': csv([{ ...concept('D1'), campaign_ids: 'C1' }, concept('D2'), concept('D3'), concept('D4')]),
  'design-versions.csv': csv(
    [
      ['V1', 'D1', 'front', 'back'],
      ['V2', 'D2', 'front', 'side'],
      ['V3', 'D3', 'side', 'back'],
      ['V4', 'D4', 'front', 'back'],
    ].map(([id = '', design = '', front, back]) =>
      version(id, {
        design_id: design,
        front: `cards/${front}.png`,
        back: `cards/${back}.png`,
        created_at: '2026-03-01T00:00:00Z',
      }),
    ),
  ),
  'review-comments.csv': csv([comment('R1'), comment('R2', { reply_to: 'R1', status: '' })]),
  'cards/side.png': await face(150).png().toBuffer(),
  'mailing-areas.csv': csv([
    {
      id: 'M1',
      account_id: 'A1',
      name: 'Town',
      color: '#B5006E',
      geodata_id: 'G1',
      carrier_routes: '80202C001',
    },
  ]),
  'mailing-zones.csv': csv(
    ['Z1', 'Z2'].map((id) => ({
      id,
      account_id: 'A1',
      name: id,
      color: '',
      mailing_area_id: 'M1',
      geodata_id: 'G1',
    })),
  ),
  'patient-lists.csv': csv([patientList('P1'), patientList('P2')]),
  'patients.csv': csv(
    ['P1', 'P2'].map((list) => ({
      id: `${list}-1`,
      account_id: 'A1',
      patient_list_id: list,
      last_name: 'Lee',
      address: '12 Main St',
      zip: '80202',
      production: '12.50',
    })),
  ),
};

const passwordHash = hashPassword(testPassword);

/** Imports a folder and runs the patient list jobs. New contacts get the test password. */
export async function importInto(here: TestApp, folder: string): Promise<ImportReport> {
  const { database, files, clock } = here;
  const report = await importAgain(database.pool, folder, { files, clock });
  const { rows } = await database.pool.query<{ accountId: string; id: string }>(
    'select account_id as "accountId", id from patient_lists where not deleted and prepared_version < version',
  );
  const jobs = new PatientListJobs({ ...here, log: here.app.http.log as never });
  for (const list of rows) await jobs.prepare(list);
  await database.pool.query(
    `update contacts set password_hash = $1, activated_at = '2025-01-01' where password_hash is null`,
    [await passwordHash],
  );
  return report;
}

export async function importStory(here: TestApp, folders: FeedFolders): Promise<ImportReport> {
  return importInto(here, await folders.folder(storyFeed));
}

const notCompared: Record<string, string> = {
  'GET data /live': 'a stream that does not end',
  'GET data /calls/:id/recording': 'an address that is made for each reader',
  'GET data /settings/activity': 'what was done at this portal, to which each reading adds',
  'GET data /settings/activity/file': 'what was done at this portal, to which each reading adds',
  'GET identity /user/sessions': 'the sessions in which the person is signed in at this portal',
  'GET data /pro-tips/:proTip/pdf': 'the same for everybody',
  'GET maps /accounts/patient-lists/uploads': 'uploads under way',
  'GET maps /patient-lists/uploads/:id': 'uploads under way',
  'GET maps /patient-lists/uploads/:id/report': 'the report of an uploaded file',
  'GET maps /patient-lists/uploads/:id/report.csv': 'the report of an uploaded file',
};

const idsOf = async ({ database }: TestApp, table: string) =>
  (
    await database.pool.query<{ id: string }>(`select id from ${table} where not deleted order by id`)
  ).rows.map(({ id }) => id);

const tableOf = (path: string) =>
  path.startsWith('/calls') || path.startsWith('/callbacks')
    ? 'calls'
    : path.startsWith('/mailings') || path.startsWith('/campaigns')
      ? 'campaigns'
      : path.startsWith('/patient-lists')
        ? 'patient_lists'
        : 'accounts';

async function paramsOf(here: TestApp, { path }: AnyRoute): Promise<Record<string, string>[]> {
  if (path.includes(':designId'))
    return (await idsOf(here, 'designs')).map((designId) => ({ accountId: 'A1', designId }));
  if (path.includes(':zoneId')) return (await idsOf(here, 'campaigns')).map((id) => ({ id, zoneId: 'Z2' }));
  if (path.startsWith('/tiles')) return [{ z: '0', x: '0', y: '0' }];
  if (path.includes(':id')) return (await idsOf(here, tableOf(path))).map((id) => ({ id }));
  return [{}];
}

async function queryOf(here: TestApp, { path, query }: AnyRoute): Promise<object> {
  const designs = await idsOf(here, 'designs');
  if (path === '/designs') return { ids: designs };
  if (path === '/designs/validate-concept') return { designId: designs[0] };
  if (path === '/geodata') return { ids: 'G1' };
  if (path === '/tiles/:z/:x/:y') return { accountIds: ['*'], version: '1' };
  if (path.startsWith('/object')) return { names: ['answeredBy', 'mediaType'] };
  const fields: object = 'shape' in (query ?? {}) ? (query as unknown as { shape: object }).shape : {};
  return 'accountIds' in fields ? { accountIds: ['*'] } : {};
}

/** Removes differences between two portals with the same work: sealed addresses, version counts and upload reports. */
function comparable(text: string): unknown {
  const bookkeeping = new Set([
    'revision',
    'uploadId',
    'rejectedRows',
    'emptiedCells',
    'version',
    'sessionVersion',
    'shapesVersion',
  ]);
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (bookkeeping.has(key)) return undefined;
      return typeof value === 'string' && value.startsWith('/images/')
        ? value.replace(/\.[^.]*$/, '')
        : value;
    });
  } catch {
    return text;
  }
}

export async function answersTo(here: TestApp, token: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const route of allRoutes) {
    const name = `${route.method} ${route.service} ${route.path}`;
    const isRead =
      route.method === 'GET' &&
      ['data', 'maps', 'identity'].includes(route.service) &&
      (route.access === 'limited' || route.access === 'full');
    if (!isRead || name in notCompared) continue;
    const query = encodeQuery(await queryOf(here, route));
    for (const params of await paramsOf(here, route)) {
      const answer = await here.app.http.inject({
        method: 'GET',
        url: `${serviceBase[route.service]}${pathOf(route, params)}${query && `?${query}`}`,
        headers: bearer(token),
      });
      answers[`${name} ${Object.values(params).join(' ')}`] = [answer.statusCode, comparable(answer.body)];
    }
  }
  return answers;
}
