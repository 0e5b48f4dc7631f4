import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { mfaOobGrant } from '@mailcall/contract/second-factor.ts';
import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { afterAll, beforeAll } from 'vitest';
import { type App, buildApp } from '../../server/app.ts';
import { type FixedClock, fixedClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database.ts';
import { type Environment, readEnvironment } from '../../server/platform/env.ts';
import type { FileStore } from '../../server/platform/files.ts';
import { createLog } from '../../server/platform/log.ts';
import { openFiles } from '../../server/platform/open-files.ts';
import { hashPassword } from '../../server/features/identity/passwords.ts';
import { testDatabase } from './test-database.ts';

export const testNow = '2026-03-11T15:00:00.000Z';

export const testPassword = 'Correct-Horse-1';
const testPasswordHash = hashPassword(testPassword);

export interface TestApp {
  readonly app: App;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly environment: Environment;
  readonly clock: FixedClock;
  readonly files: FileStore;
  readonly logged: string[];
}

/** Creates an application for the test file. Read its properties only in tests and hooks. */
export function testApp(
  variables: Record<string, string> = {},
  options: Parameters<typeof buildApp>[1] = {},
): TestApp {
  const here = testDatabase();
  let folder: string | undefined;
  let made: TestApp | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailcall-app-'));
    const environment = readEnvironment({
      DATA_DIR: folder,
      PUBLIC_URL: 'http://mailcall.test',
      LOG_LEVEL: 'trace',
      // rows that tests write directly do not raise the versions that refresh the copy
      READ_MODEL: 'postgres',
      ...variables,
    });
    const logged: string[] = [];
    const clock = fixedClock(testNow);
    const files = await openFiles(environment);
    const log = createLog(environment, { write: (line) => void logged.push(line) });
    const app = await buildApp(
      { environment, log, database: here.database, clock, files },
      // for the same reason, responses and rows are not cached
      {
        checkReplies: true,
        answers: { size: 0 },
        warningsLifetime: 0,
        ...options,
        readModel: { recordBytes: 0, ...options.readModel },
      },
    );
    await app.http.ready();
    made = { app, database: here.database, databaseUrl: here.url, environment, clock, files, logged };
  });
  afterAll(async () => {
    await made?.app.http.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  const present = () => {
    if (!made) throw new Error('The test application exists inside tests and hooks only.');
    return made;
  };
  return {
    get app() {
      return present().app;
    },
    get database() {
      return present().database;
    },
    get databaseUrl() {
      return present().databaseUrl;
    },
    get environment() {
      return present().environment;
    },
    get clock() {
      return present().clock;
    },
    get files() {
      return present().files;
    },
    get logged() {
      return present().logged;
    },
  };
}

export async function addAccounts(
  database: Database,
  accounts: readonly { id: string; name?: string; parent?: string; deleted?: boolean; address?: string }[],
): Promise<void> {
  for (const { id, name = `Office ${id}`, parent = null, deleted = false, address = null } of accounts) {
    await database.kysely
      .insertInto('accounts')
      .values({ id, name, parent_id: parent, deleted, address })
      .execute();
  }
}

/** A person to add; can sign in with {@link testPassword} unless `password` is false. */
export interface TestPerson {
  id: string;
  email?: string;
  phone?: string;
  roles?: string[];
  accounts?: readonly string[];
  password?: false;
}

export async function addPerson(database: Database, person: TestPerson): Promise<void> {
  const { id, email = `${id}@people.test`, phone = null, roles = [], accounts = [] } = person;
  const activated =
    person.password === false
      ? {}
      : { password_hash: await testPasswordHash, activated_at: '2025-01-01T00:00:00Z' };
  await database.kysely
    .insertInto('contacts')
    .values({ id, name: `Person ${id}`, email, phone, roles, ...activated })
    .execute();
  for (const account of accounts) {
    await database.kysely
      .insertInto('contact_accounts')
      .values({ contact_id: id, account_id: account })
      .execute();
  }
}

export async function addTeamMember(
  database: Database,
  {
    id,
    roles,
    accounts = 'all',
    languages = [],
  }: {
    id: string;
    roles: readonly TeamRole[];
    accounts?: readonly string[] | 'all';
    languages?: readonly string[];
  },
): Promise<void> {
  await addPerson(database, { id });
  await database.kysely
    .updateTable('contacts')
    .set({ portal_roles: [...roles] })
    .where('id', '=', id)
    .execute();
  await database.kysely
    .insertInto('team_members')
    .values({
      contact_id: id,
      all_accounts: accounts === 'all',
      languages: [...languages],
      added_at: testNow,
    })
    .execute();
  for (const account of accounts === 'all' ? [] : accounts)
    await database.kysely
      .insertInto('team_member_accounts')
      .values({ contact_id: id, account_id: account })
      .execute();
}

/** Signs in over HTTP and returns the access token. With a database it also completes a second step. */
export async function signInAs(
  { app, database }: { app: Pick<App, 'http'>; database?: Database },
  username: string,
  options: { realm?: 'password' | 'limited-access'; password?: string } = {},
): Promise<string> {
  const { realm = 'password', password = testPassword } = options;
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: { grant_type: passwordRealmGrant, username, password, realm },
  });
  if (answer.statusCode === 403 && database) return makeSecondStep({ app, database }, answer.json());
  if (answer.statusCode !== 200) throw new Error(`Signing in was answered ${answer.statusCode}.`);
  return answer.json<{ access_token: string }>().access_token;
}

async function makeSecondStep(
  { app, database }: { app: Pick<App, 'http'>; database: Database },
  { mfa_token }: { mfa_token: string },
): Promise<string> {
  const post = (path: string, payload: object) =>
    app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload });
  const challenge = await post('/mfa/challenge', { mfa_token, authenticator_id: 'email' });
  // removed from the outbox, so that tests find only their own messages
  const { rows } = await database.pool.query<{ text: string }>(
    `delete from outbox where subject like '%login code' and body_text is not null returning body_text as text`,
  );
  const answer = await post('/oauth/token', {
    grant_type: mfaOobGrant,
    mfa_token,
    ...challenge.json<object>(),
    binding_code: /\b\d{6}\b/.exec(rows.at(-1)?.text ?? '')?.[0],
  });
  if (answer.statusCode !== 200) throw new Error(`The second step was answered ${answer.statusCode}.`);
  return answer.json<{ access_token: string }>().access_token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
