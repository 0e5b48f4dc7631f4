import { teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';
import type { WithinAccounts } from './import-run.ts';
import type { Check, MergePlan } from './merge-plan.ts';

const ownAccounts = 'pg_temp.own_accounts';

export async function createOwnAccounts(database: Queryable, within: WithinAccounts): Promise<void> {
  if (within === 'all') return;
  await executeSql(
    database,
    `drop table if exists ${ownAccounts}; create temp table own_accounts (id text primary key)`,
  );
  await executeSql(database, `insert into ${ownAccounts} select unnest($1::text[])`, [[...within]]);
}

const isForeign = (account: string) =>
  `${account} is not null and not exists (select 1 from ${ownAccounts} own where own.id = ${account})`;
const ownIds = `(select coalesce(array_agg(own.id), '{}') from ${ownAccounts} own)`;

const foreignRow = "'is of an office that is not yours'";
const foreignAccount = "'names an office that is not yours'";

/** Never a person of the provider, also outside the team. */
const personOfProvider: Check = {
  column: '',
  when: `known.portal_roles && '{${teamRoles.join(',')}}'::text[]
    or exists (select 1 from team_members team where team.contact_id = feed.id)`,
  reason: "'is of a person of the provider, whom nobody changes here'",
};

function contactChecks({ derived = [] }: MergePlan): Check[] {
  const accounts = derived.find(({ name }) => name === 'account_ids')?.sql;
  return [
    {
      column: '',
      when: `known.id is not null and (linked.accounts = '{}' or not linked.accounts <@ ${ownIds})`,
      reason: "'is of a person who also has offices that are not yours'",
    },
    {
      column: 'account_ids',
      when: `feed.deleted is not true and coalesce(${accounts}, '{}') = '{}'`,
      reason: "'must name at least one of your offices'",
    },
    {
      column: 'account_ids',
      when: `feed.deleted is not true and not coalesce(${accounts}, '{}') <@ ${ownIds}`,
      reason: foreignAccount,
    },
  ];
}

const accountChecks: readonly Check[] = [
  { column: '', when: isForeign('known.id'), reason: foreignRow },
  {
    column: 'parent_id',
    when: 'known.id is null and next.parent_id is null',
    reason: "'must name one of your offices, above the new one'",
  },
  // a parent's people see the account, and lose it with another parent
  ...['next', 'known'].map((row) => ({
    column: 'parent_id',
    when: `next.parent_id is distinct from known.parent_id and ${isForeign(`${row}.parent_id`)}`,
    reason: foreignAccount,
  })),
];

const ownedChecks: readonly Check[] = [
  { column: '', when: `known.id is not null and ${isForeign('known.account_id')}`, reason: foreignRow },
  { column: 'account_id', when: isForeign('feed.account_id'), reason: foreignAccount },
];

function checksOf(plan: MergePlan): readonly Check[] {
  if (plan.account === 'own') return ownedChecks;
  if (plan.account === 'self') return accountChecks;
  if (plan.file.name === 'contacts') return contactChecks(plan);
  throw new Error(`Rows of ${plan.file.name} are of no account.`);
}

/** Rejects rows of other accounts, and rows that would take something from them. */
export function withSendersRights(plan: MergePlan, within: WithinAccounts): MergePlan {
  const staff = plan.file.name === 'contacts' ? [personOfProvider] : [];
  return { ...plan, rightChecks: [...staff, ...(within === 'all' ? [] : checksOf(plan))] };
}
