import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { dentalGroup, officeIds } from '../demo/offices.ts';
import { type DemoPerson, demoPeople } from '../demo/people.ts';
import { salesContacts } from '../demo/sales-contacts.ts';
import { removeStory, type StoryIds } from './demo-removal.ts';
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
  contacts: demoPeople.map(({ id }) => id),
  salesContacts: salesContacts.map(({ id }) => id),
};

/** Who runs the portal of the demo story, in the form of a file that `PROVIDER` names. */
const demoProviderFile = resolve(import.meta.dirname, '../demo/provider.json');

/** The settings of a portal that shows the demo story: the story's provider runs it, unless `PROVIDER` names another. */
export const withDemoProvider = <Settings extends Pick<Environment, 'providerFile'>>(
  environment: Settings,
): Settings => ({ ...environment, providerFile: environment.providerFile ?? demoProviderFile });

async function isEmpty({ kysely }: Database): Promise<boolean> {
  return (await kysely.selectFrom('accounts').select('id').limit(1).execute()).length === 0;
}

/** Whether the people of the demo story are in the database. */
async function holdsDemoStory({ kysely }: Database): Promise<boolean> {
  const { contacts } = story;
  const found = await kysely.selectFrom('contacts').select('id').where('id', 'in', contacts).execute();
  return found.length === contacts.length;
}

/** Milliseconds before the end of the story from which it has alerts. */
const alertsDuration = days(7);

/** Writes the alerts of the story's last week, so that its people find a history of alerts and an outbox. */
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

/** Records scans of the story's mailings on their way, as the post would tell of them. */
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

/** Writes the story to a folder and imports it like every feed, completely or not at all. */
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
    // here and not where the story is only shown: hashing keeps what it took of memory
    await setFirstPasswords(dependencies, demoPeople);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function signInLine({ email, password, access }: DemoPerson, widest: number): string {
  const setUp = password === null ? ` (npm run cli -- setup-link ${email})` : '';
  return `${email.padEnd(widest)}  ${(password ?? 'no password').padEnd(13)}  ${access}${setUp}`;
}

/** Loads the demo story into an empty database; of several processes that start together, one loads it. */
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

/** The environment variables of a program. */
type Variables = Readonly<Record<string, string | undefined>>;

/** The program that loads the story: a process that has loaded it keeps hundreds of megabytes for as long as it runs. */
const loader = resolve(import.meta.dirname, 'load-demo.ts');

/**
 * Runs the program that loads the story until it ends; stopping this program stops it.
 * @returns whether the story is loaded, or loading was stopped; otherwise it has printed why
 */
async function runLoader({ stopped }: Program, variables: Variables): Promise<boolean> {
  const child = spawn(process.execPath, [loader], { stdio: 'inherit', env: variables });
  const stop = () => child.kill();
  stopped.addEventListener('abort', stop);
  // a signal that came before
  if (stopped.aborted) stop();
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0 || stopped.aborted;
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}

/**
 * Loads the demo story into a data folder that has no database yet. The process that does it also starts and stops the
 * database, which would otherwise keep what loading took of its memory for as long as it runs.
 * @returns false when that failed, for a reason that was printed
 */
export async function loadFirstDemoStory(
  { dataFolder }: Pick<Environment, 'dataFolder'>,
  program: Program,
  variables: Variables,
): Promise<boolean> {
  return (await hasHome(dataFolder)) || runLoader(program, variables);
}

/**
 * Loads the demo story into an empty database, in a process of its own.
 * @returns a line for each person of the story who can sign in; none when the database contains other data.
 */
export async function loadDemoStory(
  { database, clock }: Dependencies,
  program: Program,
  variables: Variables,
): Promise<string[]> {
  if ((await isEmpty(database)) && !(await runLoader(program, variables)))
    throw new OperatorProblem('The demo story was not loaded.');
  if (!(await holdsDemoStory(database))) return [];
  await setFirstPasswords({ database, clock }, demoPeople);
  const widest = Math.max(...demoPeople.map(({ email }) => email.length));
  return demoPeople.map((person) => signInLine(person, widest));
}

/** Warnings for `/health` while people of the demo story can sign in; empty otherwise. */
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

/**
 * Removes the demo story and nothing else.
 * @returns whether any of it existed.
 */
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
