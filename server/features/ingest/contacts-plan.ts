import { operatorRole, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedColumn } from './feed-columns.ts';
import { feedFile, sortedItems } from './feed-files.ts';
import { batchTable, isKept, type MergePlan, nextValue, type WrittenBy } from './merge-plan.ts';
import { erasedCheck, leaveErasedContacts } from './removed-data.ts';
import { presentBit } from './stage-rows.ts';
import { leaveOldValues, rejectTakenValues, type UniqueValue } from './unique-values.ts';

const file = feedFile('contacts');
const has = (column: string) => `(feed.present & ${presentBit(file, column)}) <> 0`;
const columnOf = (name: string) => file.columns.find((column) => column.name === name) as FeedColumn;
const accountsColumn = columnOf('account_ids');
const primaryColumn = columnOf('primary_account_ids');

/** Primary accounts are among the accounts, whoever changed those. */
function linkedAccounts(by: WrittenBy) {
  const linked = nextValue(file, accountsColumn, by);
  const chosen = nextValue(file, primaryColumn, by);
  const isHeld = by.byPerson
    ? 'false'
    : `coalesce(${isKept(accountsColumn)} or ${isKept(primaryColumn)}, false)`;
  const among = sortedItems(`array(select item from unnest(${chosen}) item where item = any(${linked}))`);
  const primary = `case when ${has('primary_account_ids')} and not ${isHeld} then ${chosen} else ${among} end`;
  return { linked, primary };
}

const rolesOfTeam = `'{${teamRoles.join(',')}}'::text[]`;

const email: UniqueValue = {
  table: 'contacts',
  column: 'email',
  value: (row) => `case when not ${row}.deleted then lower(${row}.email) end`,
  reason: "'is already the email of contact ' || taken.first_id",
};

/** A new owner of an operator's email or phone would become the operator, so rows that change them are always rejected. */
const rejectOperators = (database: Queryable) =>
  executeSql(
    database,
    `update ${batchTable} batch set bad = array[
       case when lower(batch.email) is distinct from lower(known.email) then 'email' else 'phone' end,
       'is of an operator, who changes it in the portal; the feed cannot']
     from contacts known
     where known.id = batch.id and batch.bad is null and '${operatorRole}' = any(known.portal_roles)
       and (lower(batch.email) is distinct from lower(known.email) or batch.phone is distinct from known.phone)`,
  );

/** Each email belongs to one contact. A change of rights ends the open session. */
export function contactsPlan(by: WrittenBy = {}): MergePlan {
  const { linked, primary } = linkedAccounts(by);
  return {
    file,
    together: true,
    account: null,
    versioned: false,
    knownJoins: `left join lateral (
    select coalesce(array_agg(account_id order by account_id), '{}') as accounts,
      coalesce(array_agg(account_id order by account_id) filter (where is_primary), '{}') as primary_accounts
    from contact_accounts where contact_id = known.id
  ) linked on true`,
    derived: [
      { name: 'account_ids', sql: linked, before: 'linked.accounts' },
      { name: 'primary_account_ids', sql: primary, before: 'linked.primary_accounts' },
      // A client's session carries a hash of roles and accounts, so only primary accounts need this.
      {
        name: 'session_version',
        sql: `case when known.id is null then 1
        when ${primary} is distinct from linked.primary_accounts
        then known.session_version + 1 else known.session_version end`,
        stored: true,
      },
    ],
    checks: [
      {
        column: 'id',
        when: 'exists (select 1 from team_members team where team.contact_id = feed.id)',
        reason: "'is of a member of the provider''s team, whom only the command line changes'",
        removals: true,
      },
      erasedCheck('email', {
        when: '(known.id is null or lower(known.email) is distinct from lower(feed.email))',
      }),
      {
        column: 'roles',
        when: `feed.roles && ${rolesOfTeam}`,
        reason: `'names the role ' || (select min(role) from unnest(feed.roles) role where role = any(${rolesOfTeam})) || ', which only the command line gives'`,
      },
      {
        column: 'primary_account_ids',
        when: `not (${primary}) <@ (${linked})`,
        reason: "'names an account that account_ids does not name'",
      },
    ],
    reads: (sent) => [
      { table: 'contacts', by: 'lower(email)', of: sent('email', 'lower(feed.email)') },
      { table: 'contacts', by: 'lower(email)', of: 'select lower(email) from contacts' },
      { table: 'contact_accounts', by: 'contact_id', of: 'select id from contacts' },
      { table: 'team_members', by: 'contact_id', of: 'select id from contacts' },
    ],
    references: [{ column: 'account_ids', tables: ['accounts'], sameAccount: false, list: true }],

    async before(run, lines) {
      if (run.hasRemovedData) await leaveErasedContacts(run, lines);
    },
    async validate({ database }) {
      await rejectOperators(database);
      await rejectTakenValues(database, { ...email, asks: !by.byPerson });
    },
    makeRoom: ({ database }) => leaveOldValues(database, email, `email = 'moving:' || target.id`),

    async after({ database }) {
      await executeSql(
        database,
        `delete from contact_accounts linked using ${batchTable} batch
       where batch.bad is null and linked.contact_id = batch.id and linked.account_id <> all(batch.account_ids)`,
      );
      await executeSql(
        database,
        `insert into contact_accounts as linked (contact_id, account_id, is_primary)
       select batch.id, item, item = any(batch.primary_account_ids)
       from ${batchTable} batch cross join lateral unnest(batch.account_ids) item where batch.bad is null
       on conflict (contact_id, account_id) do update set is_primary = excluded.is_primary where linked.is_primary <> excluded.is_primary`,
      );
    },
  };
}
