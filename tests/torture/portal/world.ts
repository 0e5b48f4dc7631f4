import { csv, type FolderContent } from '../../../server/features/ingest/feed-for-tests.ts';
import { png, version } from '../../../server/features/ingest/designs-for-tests.ts';
import { setAlert } from '../../../server/features/alerts/alerts-for-tests.ts';
import { beginAlerts } from '../../../server/features/alerts/index.ts';
import { makeApiKey } from '../../../server/features/identity/index.ts';
import { importFolder } from '../../../server/features/ingest/index.ts';
import { addTwilioWebhook } from '../../../server/features/connectors/index.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import type { Database } from '../../../server/platform/database.ts';
import type { Environment } from '../../../server/platform/env.ts';
import { openFiles } from '../../../server/platform/open-files.ts';
import { openSealedTexts } from '../../../server/platform/sealed-text.ts';
import { addPerson } from '../../support/test-app.ts';
import { temporaryFolder } from '../../support/programs.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface WorldSize {
  offices: number;
  /** Calls of the offices from 5 to 25 days ago; from 40,000 on the portal answers by its columnar copy. */
  calls: number;
  alertOffices: number;
}

export interface World {
  readonly size: WorldSize;
  readonly apiKey: string;
  readonly webhook: string;
}

export const owner = 'owner';
export const ownerEmail = `${owner}@people.test`;
export const twilio = {
  token: 'fedcba98765432100123456789abcdef',
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  number: '+13035550110',
};
/** The account of the calls that a telephone service reports; the owner does not see it. */
export const reportedAccount = 'T';

export const office = (number: number) => `O${number}`;
export const alertOffice = (number: number) => `W${number}`;
export const alertReceiver = (number: number) => `w${number}`;
export const settingContact = (number: number) => `c${number}`;
export const staffOf = (account: string) => `${account}-staff`;
export const designOf = (account: string) => `${account}-design`;
export const lineOf = (account: string) => `${account}-line`;

/** Kind of the record's first calls by their number: the same rule as in {@link addCalls}. */
export const isMissed = (number: number) => number % 7 === 0;
export const isOpportunity = (number: number) => !isMissed(number) && number % 3 === 0;

export async function prepareWorld(
  database: Database,
  environment: Environment,
  size: WorldSize,
): Promise<World> {
  const files = await openFiles(environment);
  await importFolder(database, await folderOf(feedOf(size)), { files });
  files.close();
  await addPerson(database, { id: owner, accounts: ['G'] });
  await database.pool.query('update contact_accounts set is_primary = true where contact_id = $1', [owner]);
  await addCalls(database, size);
  for (let number = 0; number < size.alertOffices; number += 1)
    await setAlert(database, {
      accountId: alertOffice(number),
      contactId: alertReceiver(number),
      alertType: 'Missed Call Alert',
      frequency: 'Real-time',
      methods: ['Email'],
    });
  const now = systemClock.now();
  const { key } = await makeApiKey(
    database.kysely,
    { name: 'torture', system: 'torture', scopes: ['ingest'] },
    now,
  );
  const sealedTexts = await openSealedTexts(environment);
  const webhook = await addTwilioWebhook(
    database.kysely,
    { sealedTexts, publicUrl: environment.publicUrl },
    { name: 'torture', accountSid: twilio.accountSid, token: twilio.token },
    now,
  );
  await beginAlerts((work) => database.transaction(work), now);
  await database.pool.query('vacuum analyze');
  return { size, apiKey: key, webhook };
}

async function folderOf(content: FolderContent): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(content)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

function feedOf({ offices, alertOffices }: WorldSize): FolderContent {
  const accounts = numbers(offices).map(office);
  const alerting = numbers(alertOffices).map(alertOffice);
  const contact = (id: string, account: string) => ({
    id,
    name: `Contact ${id}`,
    email: `${id}@people.test`,
    account_ids: account,
    primary_account_ids: '',
  });
  return {
    'accounts.csv': csv([
      { id: 'G', name: 'Group', parent_id: '' },
      { id: reportedAccount, name: 'Reported', parent_id: '' },
      ...[...accounts, ...alerting].map((id) => ({ id, name: `Office ${id}`, parent_id: 'G' })),
    ]),
    'contacts.csv': csv([
      ...accounts.map((account, number) => contact(settingContact(number), account)),
      ...alerting.map((account, number) => contact(alertReceiver(number), account)),
    ]),
    'staff.csv': csv(
      accounts.map((account) => ({ id: staffOf(account), account_id: account, name: 'Tess' })),
    ),
    'campaigns.csv': csv(
      accounts.map((account) => ({
        id: `${account}-campaign`,
        account_id: account,
        name: `Order ${account}`,
        campaign_type: 'MVP Mail',
        media_type: 'Postcard',
        media_submitted: '2026-03-01',
        pre_press_completed: '2026-03-02',
      })),
    ),
    'tracking-lines.csv': csv([
      {
        id: 'reported',
        account_id: reportedAccount,
        campaign_id: '',
        number: twilio.number,
        status: 'Active',
      },
      ...accounts.map((account, number) => ({
        id: lineOf(account),
        account_id: account,
        campaign_id: `${account}-campaign`,
        number: `+1303556${String(number).padStart(4, '0')}`,
        status: 'Active',
      })),
    ]),
    'designs.csv': csv(
      accounts.map((account) => ({
        id: designOf(account),
        account_id: account,
        name: `Card ${account}`,
        next_review: 'CustomerReview',
        current_approval_level: 'Marketing Review',
        marketing_review_version: 1,
        archived: false,
        campaign_ids: `${account}-campaign`,
      })),
    ),
    'design-versions.csv': csv(
      accounts.map((account) =>
        version(`${account}-version`, {
          account_id: account,
          design_id: designOf(account),
          front: 'cards/front.png',
        }),
      ),
    ),
    'cards/front.png': png,
  };
}

async function addCalls({ pool }: Database, { offices, calls }: WorldSize): Promise<void> {
  await pool.query(
    `insert into account_version (account_id, version) select id, 1 from accounts
     on conflict (account_id) do update set version = account_version.version + 1`,
  );
  await pool.query(
    `insert into calls (account_id, id, call_date_time, answered_by, opportunity, version)
     select 'O' || number % $1::int, 'S' || number, now() - (5 + number % 20) * interval '1 day' - number * interval '1 second',
       case when number % 7 = 0 then 4 else 1 end, number % 7 <> 0 and number % 3 = 0,
       (select version from account_version where account_id = 'O' || number % $1::int)
     from generate_series(0, $2::int - 1) as number`,
    [offices, calls],
  );
}
