import { userInfo } from 'node:os';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { temporaryFolder } from '../../../tests/support/programs.ts';
import { recordActivity, recordUse, sealActivity, verifyActivity } from '../activity/index.ts';
import { changeRoles, listRoleChanges, makeScoreboardGrant } from '../identity/index.ts';
import { importFolder } from '../ingest/index.ts';
import { listAccess } from '../operators/index.ts';
import { erasePerson, exportPerson, previewErasure, requestedPerson } from '../personal-data/index.ts';
import { addTeamMember, changeTeamMember, listTeamMembers, removeTeamMember } from './index.ts';

const here = testApp();

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group' },
    { id: 'boulder', parent: 'group' },
    { id: 'solo' },
    { id: 'gone', deleted: true },
  ]);
  await addPerson(here.database, { id: 'olga', accounts: ['solo'], phone: '+13035550101' });
});

let people = 0;
async function member(role: TeamRole = 'scorer', scope: 'all' | string[] = 'all') {
  people += 1;
  const added = await addTeamMember(here, `member-${people}@provider.test`, {
    name: `Member ${people}`,
    roles: [role],
    scope,
  });
  await here.database.pool.query(
    `update contacts set password_hash = (select password_hash from contacts where id = 'olga'), activated_at = now() where id = $1`,
    [added.contactId],
  );
  return added;
}

const get = (token: string, path: string) =>
  here.app.http.inject({ url: `/api${path}`, headers: bearer(token) });
const teamOf = async (token: string) =>
  (await get(token, '/identity/user/relatedAccounts')).json<{ data: { team: string[] } }>().data.team;
const changesOf = async (contactId: string) =>
  (await listRoleChanges(here.database.kysely, { page: 1, pageSize: 500 }))
    .filter((change) => change.contactId === contactId)
    .map(({ role, given, accountIds }) => ({ role, given, accountIds }))
    .reverse();

async function importRows(file: string, ...rows: Record<string, string>[]) {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, `${file}.csv`),
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((cells) => `${cells.join(',')}\n`)
      .join(''),
  );
  return (await importFolder(here.database, folder, { files: here.files })).firstRejections;
}

describe('adding, changing and removing', () => {
  test('adds a person for chosen accounts, who signs in with a second step', async () => {
    const added = await member('scorer', ['group', 'solo', 'group']);
    expect(added).toMatchObject({
      roles: ['scorer'],
      allAccounts: false,
      accountIds: ['group', 'solo'],
      languages: ['en'],
      activated: false,
      addedBy: userInfo().username,
    });
    const first = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      payload: {
        grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
        realm: 'password',
        username: added.email,
        password: 'Correct-Horse-1',
      },
    });
    expect([first.statusCode, first.json<{ error: string }>().error]).toEqual([403, 'mfa_required']);
    expect(await teamOf(await signInAs(here, added.email))).toEqual(['scorer']);
    expect(await changesOf(added.contactId)).toEqual([
      { role: 'team', given: true, accountIds: ['group', 'solo'] },
      { role: 'scorer', given: true, accountIds: null },
    ]);
  });

  test.each<[problem: string, email: string, changes: Parameters<typeof addTeamMember>[2]]>([
    ['nobody is not an email address.', 'nobody', { name: 'A', roles: ['scorer'], scope: 'all' }],
    ['Say for which accounts', 'a@provider.test', { name: 'A', roles: ['scorer'] }],
    ['Say who it is with --name.', 'a@provider.test', { roles: ['scorer'], scope: 'all' }],
    ['Say what the person does with --role', 'a@provider.test', { name: 'A', scope: 'all' }],
    ['Use a name of 1 to 200 characters.', 'a@provider.test', { name: ' ', roles: ['scorer'], scope: 'all' }],
    ['There is no role boss.', 'a@provider.test', { name: 'A', roles: ['boss'], scope: 'all' }],
    [
      'There is no account gone, none.',
      'a@provider.test',
      { name: 'A', roles: ['scorer'], scope: ['solo', 'none', 'gone'] },
    ],
    ['There is no account named.', 'a@provider.test', { name: 'A', roles: ['scorer'], scope: [] }],
    [
      'english is not the code of a language',
      'a@provider.test',
      { name: 'A', roles: ['scorer'], scope: 'all', languages: ['english'] },
    ],
    [
      'An empty text is not the code',
      'a@provider.test',
      { name: 'A', roles: ['scorer'], scope: 'all', languages: [] },
    ],
    [
      '12 is not a phone number',
      'a@provider.test',
      { name: 'A', roles: ['scorer'], scope: 'all', phone: '12' },
    ],
    [
      'Another contact has +13035550101.',
      'a@provider.test',
      { name: 'A', roles: ['scorer'], scope: 'all', phone: '303-555-0101' },
    ],
    [
      'is the address of a contact who is no operator',
      'OLGA@people.test',
      { name: 'A', roles: ['scorer'], scope: 'all' },
    ],
  ])('says: %s', async (problem, email, changes) => {
    const before = await listTeamMembers(here.database.kysely);
    await expect(addTeamMember(here, email, changes)).rejects.toThrow(problem);
    expect(await listTeamMembers(here.database.kysely)).toEqual(before);
  });

  test('takes an operator into the team once they have no accounts, and leaves them an operator', async () => {
    await addPerson(here.database, { id: 'otto', accounts: ['solo'] });
    await changeRoles(here, 'otto@people.test', { add: 'operator' });
    const token = await signInAs(here, 'otto@people.test');
    expect(await teamOf(token)).toEqual([]);
    await expect(addTeamMember(here, 'otto@people.test', { scope: 'all' })).rejects.toThrow(
      'otto@people.test is linked to solo.',
    );
    await importRows('contacts', { id: 'otto', name: 'Otto', email: 'otto@people.test', account_ids: '' });
    const added = await addTeamMember(here, 'otto@people.test', { scope: 'all', roles: ['operator'] });
    expect(added).toMatchObject({ contactId: 'otto', roles: ['operator'], allAccounts: true });
    expect(await teamOf(token)).toEqual(['operator']);
    await expect(addTeamMember(here, 'otto@people.test', { scope: 'all' })).rejects.toThrow(
      'in the team already.',
    );
    await expect(changeRoles(here, 'otto@people.test', { remove: 'operator' })).rejects.toThrow(
      'npm run cli -- team remove otto@people.test',
    );
    expect(await removeTeamMember(here, 'otto@people.test')).toMatchObject({ staysOperator: true, ended: 1 });
    const again = await signInAs(here, 'otto@people.test');
    expect(await teamOf(again)).toEqual([]);
    expect((await get(again, '/data/operate/overview')).statusCode).toBe(200);
    expect(await changesOf('otto')).toEqual([
      { role: 'operator', given: true, accountIds: null },
      { role: 'team', given: true, accountIds: ['*'] },
      { role: 'team', given: false, accountIds: null },
    ]);
  });

  test('changes role and accounts at the next request', async () => {
    const { email, contactId } = await member('scorer', ['group']);
    const token = await signInAs(here, email);
    const version = async () =>
      (await get(token, '/identity/user/relatedAccounts')).json<{ data: { sessionVersion: string } }>().data
        .sessionVersion;
    const versions = [await version()];
    await changeTeamMember(here, email, { roles: ['scoring-lead'] });
    versions.push(await version());
    expect(await teamOf(token)).toEqual(['scoring-lead']);
    await changeTeamMember(here, email, { scope: 'all', languages: ['es', 'en'] });
    versions.push(await version());
    expect(new Set(versions).size).toBe(3);
    await changeRoles(here, email, { add: 'operator' });
    expect(await changeTeamMember(here, email, { roles: ['scorer'] })).toMatchObject({
      roles: ['operator', 'scorer'],
      allAccounts: true,
      accountIds: [],
      languages: ['en', 'es'],
    });
    await changeTeamMember(here, email, { roles: ['scorer'] });
    expect(await changesOf(contactId)).toEqual([
      { role: 'team', given: true, accountIds: ['group'] },
      { role: 'scorer', given: true, accountIds: null },
      { role: 'scorer', given: false, accountIds: null },
      { role: 'scoring-lead', given: true, accountIds: null },
      { role: 'team', given: true, accountIds: ['*'] },
      { role: 'operator', given: true, accountIds: null },
      { role: 'scoring-lead', given: false, accountIds: null },
      { role: 'scorer', given: true, accountIds: null },
    ]);
  });

  test('makes the first operator by command alone', async () => {
    const dana = { name: 'Dana', roles: ['operator'], scope: 'all' } as const;
    await expect(addTeamMember({ ...here, by: 'portal: otto' }, 'dana@provider.test', dana)).rejects.toThrow(
      'roles dana@provider.test --add operator',
    );
    const { contactId, roles, allAccounts } = await addTeamMember(here, 'dana@provider.test', dana);
    expect({ roles, allAccounts }).toEqual({ roles: ['operator'], allAccounts: true });
    expect(await changesOf(contactId)).toEqual([
      { role: 'team', given: true, accountIds: ['*'] },
      { role: 'operator', given: true, accountIds: null },
    ]);
  });

  test('several roles replace all but the operator’s, and can begin together', async () => {
    const { email, contactId, roles } = await addTeamMember(here, 'several@provider.test', {
      name: 'Several',
      roles: ['scorer', 'account-manager', 'scorer'],
      scope: ['solo'],
    });
    expect(roles).toEqual(['account-manager', 'scorer']);
    await changeRoles(here, email, { add: 'operator' });
    expect(await changeTeamMember(here, email, { roles: ['designer', 'scorer'] })).toMatchObject({
      roles: ['designer', 'operator', 'scorer'],
      accountIds: ['solo'],
    });
    await expect(changeTeamMember(here, email, { roles: [] })).rejects.toThrow(
      'Say what the person does with --role: designer, account-manager, scorer and scoring-lead.',
    );
    expect((await changesOf(contactId)).slice(-2)).toEqual([
      { role: 'account-manager', given: false, accountIds: null },
      { role: 'designer', given: true, accountIds: null },
    ]);
  });

  test('a new email signs the person out, and works for the next sign-in', async () => {
    const { email } = await member();
    const token = await signInAs(here, email);
    await changeTeamMember(here, email, { email: 'Renamed@Provider.test', name: 'Renamed' });
    expect((await get(token, '/identity/userinfo')).statusCode).toBe(401);
    expect(await teamOf(await signInAs(here, 'renamed@provider.test'))).toEqual(['scorer']);
    await expect(
      changeTeamMember(here, 'renamed@provider.test', { email: 'olga@people.test' }),
    ).rejects.toThrow('Another contact has olga@people.test.');
    await expect(changeTeamMember(here, 'renamed@provider.test', {})).rejects.toThrow('Say what to change');
    await expect(changeTeamMember(here, 'olga@people.test', { name: 'X' })).rejects.toThrow(
      'Nobody in the team has the email address olga@people.test.',
    );
  });

  test('removing ends the sessions and frees the address', async () => {
    const { email, contactId } = await member();
    const token = await signInAs(here, email);
    expect(await removeTeamMember(here, email)).toEqual({
      contactId,
      email,
      taken: ['scorer'],
      staysOperator: false,
      ended: 1,
    });
    expect((await get(token, '/identity/userinfo')).statusCode).toBe(401);
    await expect(signInAs(here, email)).rejects.toThrow('Signing in was answered');
    await expect(removeTeamMember(here, email)).rejects.toThrow('Nobody in the team');
    expect(
      (await addTeamMember(here, email, { name: 'New', roles: ['scorer'], scope: 'all' })).contactId,
    ).not.toBe(contactId);
  });
});

test.each<[who: string, role: TeamRole, stays: boolean]>([
  ['a member who leaves', 'scorer', false],
  ['a member who stays an operator', 'operator', true],
])('%s: the ways in', async (_, role, stays) => {
  const { email, contactId } = await member();
  if (role === 'operator') await changeRoles(here, email, { add: 'operator' });
  await here.database.pool.query(
    `insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
     values ($1, $1, '\\x00', 0, '{}', false, false, 'Key', now())`,
    [contactId],
  );
  await here.database.pool.query(
    `insert into recovery_codes (contact_id, code_hash, created_at) values ($1, '\\x00', now())`,
    [contactId],
  );
  await removeTeamMember(here, email);
  const { rows } = await here.database.pool.query(
    `select password_hash is not null as password,
       exists (select 1 from passkeys where contact_id = contacts.id) as passkey,
       exists (select 1 from recovery_codes where contact_id = contacts.id) as code
     from contacts where id = $1`,
    [contactId],
  );
  expect(rows).toEqual([{ password: stays, passkey: stays, code: stays }]);
});

describe('the feed', () => {
  test('neither makes, changes, links nor removes members', async () => {
    const { contactId: id, email, name } = await member();
    const row = { id, name, email };
    for (const changed of [
      row,
      { ...row, name: 'Somebody' },
      { ...row, account_ids: 'solo' },
      { ...row, roles: 'limited-access-user' },
      { ...row, deleted: 'true' },
    ])
      expect(await importRows('contacts', changed)).toMatchObject([
        { column: 'id', reason: "is of a member of the provider's team, whom only the command line changes" },
      ]);
    expect(await importRows('contacts', { id: 'double', name: 'Double', email })).toMatchObject([
      { column: 'email', reason: expect.stringContaining(`is already the email of contact ${id}`) as string },
    ]);
    for (const role of ['scorer', 'scoring-lead', 'account-manager', 'designer', 'operator'])
      expect(
        await importRows('contacts', { id: 'maker', name: 'Maker', email: 'maker@people.test', roles: role }),
      ).toMatchObject([
        { column: 'roles', reason: `names the role ${role}, which only the command line gives` },
      ]);
    expect(
      await importRows('notification-settings', {
        id: 'N1',
        account_id: 'solo',
        contact_id: id,
        alert_type: 'Missed Call Alert',
        frequency: 'Real-time',
        methods: 'Email',
      }),
    ).toMatchObject([{ column: 'contact_id' }]);
    expect(await teamOf(await signInAs(here, email))).toEqual(['scorer']);
  });
});

describe('what others see', () => {
  test('an office lists no member among its people', async () => {
    const { email } = await member('scoring-lead');
    const contacts = await get(
      await signInAs(here, 'olga@people.test'),
      '/data/accounts/contacts?accountIds=solo',
    );
    expect(contacts.statusCode).toBe(200);
    expect(contacts.body).not.toContain(email);
  });

  test('gives members no scoreboard grant', async () => {
    const { email } = await member();
    await expect(makeScoreboardGrant(here, email, ['solo'])).rejects.toThrow("is in the provider's team");
  });

  test('an own change of email is not exported', async () => {
    const { contactId, email } = await member();
    const token = await signInAs(here, email);
    const send = (method: 'PUT' | 'POST', path: string, payload: object) =>
      here.app.http.inject({ method, url: `/api/identity${path}`, headers: bearer(token), payload });
    const requested = await send('PUT', '/user/settings', {
      email: 'own@provider.test',
      password: testPassword,
    });
    expect(requested.statusCode).toBe(200);
    const { rows: mails } = await here.database.pool.query<{ text: string }>(
      `select body_text as text from outbox where recipient = 'own@provider.test'`,
    );
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
    expect((await send('POST', '/user/settings/confirm', { code })).statusCode).toBe(200);
    const { rows } = await here.database.pool.query(
      `select email, (select count(*)::int from portal_changes where row_id = contacts.id) as changes from contacts where id = $1`,
      [contactId],
    );
    expect(rows).toEqual([{ email: 'own@provider.test', changes: 0 }]);
  });

  test('the activity has the role of a member, and offices see one name for all', async () => {
    const { contactId, email, name } = await member('scoring-lead');
    await addPerson(here.database, { id: 'prima', accounts: ['solo'] });
    await here.database.pool.query(
      `update contact_accounts set is_primary = true where contact_id = 'prima'`,
    );
    const at = here.clock.now();
    const play = { accountId: 'solo', contactId, action: 'play', subject: { kind: 'call', id: 'C1' }, at };
    await recordUse(here.database.kysely, play);
    await recordActivity(here.database.kysely, [
      { ...play, action: 'open' },
      { ...play, action: 'open', contactId: 'prima' },
    ]);
    const prima = await signInAs(here, 'prima@people.test');
    const read = async (query = '') =>
      (await get(prima, `/data/settings/activity?accountIds=solo${query}`))
        .json<{ data: { records: { contactId: string; person: string; text: string }[] } }>()
        .data.records.filter(({ text }) => text !== 'Signed in')
        .map((entry) => [entry.contactId, entry.person, entry.text]);
    const ofTeam = [
      ['team', 'The provider’s team', 'Played a recording'],
      ['team', 'The provider’s team', 'Opened a call'],
    ];
    expect(await read()).toEqual(
      expect.arrayContaining([...ofTeam, ['prima', 'Person prima', 'Opened a call']]),
    );
    expect(await read(`&query=${encodeURIComponent(name)}`)).toEqual([]);
    expect(await read('&query=team')).toEqual(expect.arrayContaining(ofTeam));
    expect(await read(`&contactId=${contactId}`)).toEqual([]);
    expect((await read('&contactId=team')).length).toBe(2);
    await sealActivity(here);
    await removeTeamMember(here, email);
    const { records } = await listAccess(
      here.database.kysely,
      { contact: contactId },
      { page: 1, pageSize: 9 },
    );
    expect(records.map((entry) => [entry.email, entry.teamRole])).toEqual([
      [email, 'scoring-lead'],
      [email, 'scoring-lead'],
    ]);
    expect((await verifyActivity(here.database.kysely)).flatMap(({ problems }) => problems)).toEqual([]);
    await here.database.pool.query(`update access_log set team_role = 'scorer' where contact_id = $1`, [
      contactId,
    ]);
    expect((await verifyActivity(here.database.kysely)).flatMap(({ problems }) => problems)).toHaveLength(1);
  });
});

test('a member is exported and erased like other people', async () => {
  const { email, contactId } = await member('scorer', ['solo']);
  const person = requestedPerson({ email });
  const folder = join(await temporaryFolder(), 'person');
  await mkdir(join(folder, '..'), { recursive: true });
  await exportPerson(here, person, folder);
  const { tables } = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8')) as {
    tables: Record<string, object[]>;
  };
  expect(tables).toMatchObject({
    contacts: [{ id: contactId }],
    team_members: [{ contact_id: contactId }],
    team_member_accounts: [{ contact_id: contactId, account_id: 'solo' }],
    role_changes: [{ role: 'team' }, { role: 'scorer' }],
  });
  const { total } = await previewErasure(here, person);
  await erasePerson(here, person, { total, shared: false });
  const left = await here.database.pool.query(
    `select 1 from team_members where contact_id = $1 union all select 1 from team_member_accounts where contact_id = $1`,
    [contactId],
  );
  expect(left.rows).toEqual([]);
  expect((await changesOf(contactId)).slice(2)).toEqual([
    { role: 'scorer', given: false, accountIds: null },
    { role: 'team', given: false, accountIds: null },
  ]);
});
