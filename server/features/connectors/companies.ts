import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators } from '../identity/index.ts';
import type { Connection } from './connections.ts';

export interface Company {
  id: string;
  name: string;
  isActive: boolean;
  numbers: string[];
  accountId: string | null;
  matchedBy: 'id' | 'numbers' | 'name' | 'person' | null;
  state: 'new' | 'confirmed' | 'left out';
  change: 'renamed' | 'disabled' | 'enabled' | 'gone' | null;
  previousName: string | null;
  problem: string | null;
  revision: number;
  lastReceivedAt: Date | null;
  /** When its signing key was stored; null without one. */
  keySetAt: Date | null;
  /** Single connection that receives its events. */
  joined: string | null;
}

const columns = sql`companies.id, companies.name, companies.is_active as "isActive", companies.numbers, companies.account_id as "accountId",
  companies.matched_by as "matchedBy", companies.state, companies.change, companies.previous_name as "previousName", companies.problem, companies.revision,
  companies.last_received_at as "lastReceivedAt",
  (select max(created_at) from connection_secrets secrets where secrets.connection = companies.connection and secrets.company_id = companies.id) as "keySetAt",
  (select single.name from connections single where single.agency = companies.connection and single.company_id = companies.id and single.removed_at is null) as joined`;

/** SQL condition: a person decides about the company before its calls are read. */
const isWaiting = sql<boolean>`(state = 'new' or (state = 'confirmed' and change is not null))`;

export const companyViews = ['waiting', 'confirmed', 'left out', 'all'] as const;
export type CompanyView = (typeof companyViews)[number];

const conditions = {
  waiting: isWaiting,
  confirmed: sql<boolean>`state = 'confirmed' and change is null`,
  'left out': sql<boolean>`state = 'left out'`,
  all: sql<boolean>`true`,
} as const;

/** Those that wait first, then by name. */
export async function listCompanies(
  database: Queryable,
  connection: string,
  { view = 'all', query, page }: { view?: CompanyView; query?: string | undefined; page?: PageRequest } = {},
): Promise<{ total: number; companies: (Company & { office: string | null })[] }> {
  const matches =
    textMatches(query, [
      inText(sql`companies.id`),
      inText(sql`companies.name`),
      inText(sql`coalesce(companies.account_id, '')`),
      inText(sql`coalesce((select name from accounts where accounts.id = companies.account_id), '')`),
    ]) ?? sql`true`;
  const { rows } = await sql<Company & { total: number }>`
    select ${columns}, (count(*) over ())::int as total from connection_companies companies
    where connection = ${connection} and ${conditions[view]} and ${matches}
    order by ${isWaiting} desc, lower(companies.name), companies.id ${page ? pageLimit(page) : sql``}`.execute(
    database,
  );
  const names = await accountNamesForOperators(
    database,
    rows.flatMap(({ accountId }) => accountId ?? []),
  );
  return {
    total: rows[0]?.total ?? 0,
    companies: rows.map(({ total: _total, ...company }) => ({
      ...company,
      office: company.accountId === null ? null : (names.get(company.accountId) ?? company.accountId),
    })),
  };
}

export interface CompanyCounts {
  waiting: number;
  confirmed: number;
  all: number;
}

export async function countCompanies(database: Queryable): Promise<ReadonlyMap<string, CompanyCounts>> {
  const { rows } = await sql<CompanyCounts & { connection: string }>`
    select connection, count(*)::int as all, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${conditions.confirmed})::int as confirmed
    from connection_companies group by connection`.execute(database);
  return new Map(rows.map(({ connection, ...counts }) => [connection, counts]));
}

/** A confirmed company: its calls are imported, for its office and the offices below. */
export interface ReadCompany {
  id: string;
  /** The office and those below it. */
  accountIds: ReadonlySet<string>;
  /** Name of the connection that imports its calls. */
  receiver: string;
}

/** Confirmed companies without a change, by id, in the order of their ids. */
export async function readCompaniesOf(
  database: Queryable,
  { name, agency }: Pick<Connection, 'name' | 'agency'>,
): Promise<ReadonlyMap<string, ReadCompany>> {
  const { rows } = await sql<{ id: string; receiver: string; accountId: string }>`
    select companies.id, coalesce(single.name, companies.connection) as receiver, companies.account_id as "accountId"
    from connection_companies companies
      left join connections single on single.agency = companies.connection and single.company_id = companies.id and single.removed_at is null
    where companies.connection = ${agency ?? name} and ${conditions.confirmed} order by companies.id`.execute(
    database,
  );
  const offices = rows.map(({ accountId }) => accountId);
  const { rows: below } = await sql<{ top: string; id: string }>`
    with recursive below as (
      select id as top, id from accounts where id = any(${offices}::text[])
      union select below.top, accounts.id from accounts join below on accounts.parent_id = below.id where not accounts.deleted
    ) select top, id from below`.execute(database);
  const byOffice = Map.groupBy(below, ({ top }) => top);
  return new Map(
    rows.map(({ accountId, ...company }) => [
      company.id,
      { ...company, accountIds: new Set((byOffice.get(accountId) ?? []).map(({ id }) => id)) },
    ]),
  );
}

export async function noteCompanyProblem(
  database: Queryable,
  { connection, companyId, problem }: { connection: string; companyId: string; problem: string | null },
): Promise<void> {
  await sql`
    update connection_companies set problem = ${problem}
    where connection = ${connection} and id = ${companyId} and problem is distinct from ${problem}`.execute(
    database,
  );
}

export async function markCompanyReceived(
  transaction: Queryable,
  { connection, companyId, now }: { connection: string; companyId: string; now: Date },
): Promise<void> {
  await sql`
    update connection_companies set last_received_at = ${now}
    where connection = ${connection} and id = ${companyId}
      and (last_received_at is null or last_received_at < ${new Date(now.getTime() - minutes(1))})`.execute(
    transaction,
  );
}
