import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { dentalGroup, officeIds } from '../demo/offices.ts';
import { type DemoPerson, demoPeople, demoTeam } from '../demo/people.ts';
import { salesContacts } from '../demo/sales-contacts.ts';
import { addDemoCalibration } from './demo-calibration.ts';
import { removeStory, type StoryIds } from './demo-removal.ts';
import { writeDemoScores } from './demo-scores.ts';
import type { Dependencies } from './dependencies.ts';
import { openUnsubscribeLinks, writePastAlerts } from './features/alerts/index.ts';
import { setFirstPasswords } from './features/identity/index.ts';
import { importFolder, ImportStopped } from './features/ingest/index.ts';
import { openPieceKeys, recordMailEvents } from './features/mail-tracking/index.ts';
import type { Database } from './platform/database.ts';
import type { Environment } from './platform/env.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { hasHome } from './platform/postgres/index.ts';
import type { Program } from './platform/program.ts';
import { readProvider } from './provider.ts';

const story: StoryIds = {
  accounts: [dentalGroup.id, ...Object.values(officeIds)],
  contacts: [...demoPeople, ...demoTeam].map(({ id }) => id),
  salesContacts: salesContacts.map(({ id }) => id),
};

const demoProviderFile = resolve(import.meta.dirname, '../demo/provider.json');

/** The story's provider runs the portal, unless `PROVIDER` names another. */
export const withDemoProvider = <Settings extends Pick<Environment, 'providerFile'>>(
  environment: Settings,
): Settings => ({ ...environment, providerFile: environment.providerFile ?? demoProviderFile });

async function isEmpty({ kysely }: Database): Promise<boolean> {
  return (await kysely.selectFrom('accounts').select('id').limit(1).execute()).length === 0;
}

async function holdsDemoStory({ kysely }: Database): Promise<boolean> {
  const contacts = demoPeople.map(({ id }) => id);
  const found = await kysely.selectFrom('contacts').select('id').where('id', 'in', contacts).execute();
  return found.length === contacts.length;
}

const alertsDuration = days(7);

export async function writeDemoAlerts(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'>,
): Promise<void> {
  const { clock, environment } = dependencies;
  const to = clock.now();
  await writePastAlerts(
    {
      ...dependencies,
      provider: readProvider(withDemoProvider(environment)),
      unsubscribeLinks: await openUnsubscribeLinks(environment),
    },
    { accountIds: Object.values(officeIds), from: new Date(to.getTime() - alertsDuration), to },
  );
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / days(1);

export async function writeDemoScans({
  database,
  clock,
  environment,
}: Pick<Dependencies, 'database' | 'clock' | 'environment'>): Promise<void> {
  const { scansOf, trackedOffices } = await import('../demo/mail-pieces.ts');
  const { rows } = await sql<{
    id: string;
    mailerId: string;
    serialFrom: number;
    quantity: number;
    shipped: string;
  }>`
    select campaigns.id, mailer_id as "mailerId", serial_from as "serialFrom", serial_to - serial_from + 1 as quantity,
      to_char(shipment_date, 'YYYY-MM-DD') as shipped
    from mail_pieces join campaigns on campaigns.account_id = mail_pieces.account_id and campaigns.id = mail_pieces.campaign_id
    where campaigns.account_id = any(${[...trackedOffices]}) and shipment_date is not null
    order by campaigns.account_id, campaigns.id`.execute(database.kysely);
  const now = clock.now();
  const keys = await openPieceKeys(environment);
  const today = dayNumber(now.toISOString().slice(0, 10));
  for (const mailing of rows) {
    const scans = scansOf({ ...mailing, shipped: dayNumber(mailing.shipped) }, today);
    await database.transaction((transaction) =>
      recordMailEvents(
        transaction,
        { connectionId: 'usps', kind: 'informed-visibility' },
        scans.map(({ serial, state, day }) => ({
          piece: { mailerId: mailing.mailerId, serial },
          campaignId: null,
          state,
          at: day,
        })),
        { keys, now },
      ),
    );
  }
}

export async function addDemoTeam({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { id, name, email, phone, role, languages } of demoTeam) {
      await sql`
        insert into contacts (id, name, email, phone, portal_roles)
        values (${id}, ${name}, ${email}, ${phone}, ${[role]}::text[])`.execute(transaction);
      await sql`
        insert into team_members (contact_id, all_accounts, languages, added_at)
        values (${id}, true, ${[...languages]}::text[], ${clock.now()})`.execute(transaction);
    }
  });
}

/** Completely or not at all. */
async function importStory(dependencies: Dependencies, program: Program): Promise<void> {
  const { environment, database, files, clock } = dependencies;
  const folder = await mkdtemp(join(environment.dataFolder, 'demo-story-'));
  try {
    // only the process that loads the story needs what makes it
    const { writeDemoStory } = await import('../demo/story.ts');
    await writeDemoStory(folder, { today: clock.now() });
    const report = await importFolder(database, folder, {
      files,
      clock,
      strict: true,
      signal: program.stopped,
    });
    if (!report.kept) {
      const [first] = report.firstRejections;
      throw new Error(
        `The demo story was refused: ${first?.file} line ${first?.line}: ${first?.column} ${first?.reason}`,
      );
    }
    await writeDemoAlerts(dependencies);
    await writeDemoScans(dependencies);
    await addDemoTeam(dependencies);
    await writeDemoScores(dependencies);
    // here and not where the story is only shown: the memory that hashing takes stays in the process
    await setFirstPasswords(dependencies, [...demoPeople, ...demoTeam]);
    await addDemoCalibration(dependencies);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type SignIn = Pick<DemoPerson, 'email' | 'password' | 'access'>;

function signInLine({ email, password, access }: SignIn, widest: number): string {
  const setUp = password === null ? ` (npm run cli -- setup-link ${email})` : '';
  return `${email.padEnd(widest)}  ${(password ?? 'no password').padEnd(13)}  ${access}${setUp}`;
}

/** If several processes start together, one loads the story. */
export async function importDemoStory(dependencies: Dependencies, program: Program): Promise<void> {
  const { database } = dependencies;
  const loading = database.exclusively('demo story', async () => {
    if (!(await isEmpty(database))) return;
    program.print('Loading the demo story (MAILCALL_DEMO=off starts empty) …');
    await importStory(dependencies, program);
  });
  await loading.catch((error: unknown) => {
    // Ctrl-C: the import was rolled back, and the next start loads the story
    if (!(error instanceof ImportStopped)) throw error;
  });
}

type Variables = Readonly<Record<string, string | undefined>>;

/** A separate program, because a process that has loaded the story keeps hundreds of megabytes. */
const loader = resolve(import.meta.dirname, 'load-demo.ts');

/** Stopping this program stops the loader. Returns whether the story is loaded, or loading was stopped; otherwise it has printed why. */
async function runLoader({ stopped }: Program, variables: Variables): Promise<boolean> {
  const child = spawn(process.execPath, [loader], { stdio: 'inherit', env: variables });
  const stop = () => child.kill();
  stopped.addEventListener('abort', stop);
  if (stopped.aborted) stop();
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0 || stopped.aborted;
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}

/** The process that loads the story also starts and stops PostgreSQL, which would otherwise keep memory. Returns false on failure. */
export async function loadFirstDemoStory(
  { dataFolder }: Pick<Environment, 'dataFolder'>,
  program: Program,
  variables: Variables,
): Promise<boolean> {
  return (await hasHome(dataFolder)) || runLoader(program, variables);
}

/** Loads the story in a separate process. Returns a line for each person who can sign in; none if the database contains other data. */
export async function loadDemoStory(
  { database, clock }: Dependencies,
  program: Program,
  variables: Variables,
): Promise<string[]> {
  if ((await isEmpty(database)) && !(await runLoader(program, variables)))
    throw new OperatorProblem('The demo story was not loaded.');
  if (!(await holdsDemoStory(database))) return [];
  const people = await demoSignIns(database);
  await setFirstPasswords({ database, clock }, people);
  const widest = Math.max(...people.map(({ email }) => email.length));
  return people.map((person) => signInLine(person, widest));
}

/** The people of the story; one that an earlier release loaded has no team. */
async function demoSignIns({ kysely }: Database): Promise<SignIn[]> {
  const { rows } = await sql<{ id: string }>`
    select contact_id as id from team_members where contact_id = any(${demoTeam.map(({ id }) => id)}::text[])`.execute(
    kysely,
  );
  return [...demoPeople, ...demoTeam.filter(({ id }) => rows.some((row) => row.id === id))];
}

/** Empty unless people of the demo story can sign in. */
export async function demoWarnings({ kysely }: Database): Promise<string[]> {
  const able = await kysely
    .selectFrom('contacts')
    .select('id')
    .where('id', 'in', story.contacts)
    .where('password_hash', 'is not', null)
    .where('deleted', '=', false)
    .limit(1)
    .execute();
  return able.length > 0 ? ['Demo people can sign in.'] : [];
}

/** Removes the demo story and nothing else. Returns whether any of it existed. */
export async function removeDemoStory(
  dependencies: Pick<Dependencies, 'database' | 'files'>,
): Promise<boolean> {
  const { kysely } = dependencies.database;
  const [accounts, contacts] = await Promise.all([
    kysely.selectFrom('accounts').select('id').where('id', 'in', story.accounts).execute(),
    kysely.selectFrom('contacts').select('id').where('id', 'in', story.contacts).execute(),
  ]);
  await removeStory(dependencies, story);
  return accounts.length + contacts.length > 0;
}
