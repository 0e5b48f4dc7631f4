import { sql } from 'kysely';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { accountsOfNumbers } from '../tracking-lines/index.ts';
import { accessOf, type ConnectionAccess } from './api-access.ts';
import type { ListedCompany } from './call-system.ts';
import type { Connection } from './connections.ts';
import { readCompanies, readNumbers } from './read-lists.ts';
import type { SyncDependencies } from './sync-sources.ts';

type ListDependencies = Pick<SyncDependencies, 'database' | 'clock' | 'environment'>;

/** A new company waits for a decision, a confirmed one again when it has changed. A company that was left out stays left out. */
async function storeCompanies(
  transaction: Queryable,
  connection: string,
  companies: readonly ListedCompany[],
): Promise<void> {
  await sql`
    insert into connection_companies as known (connection, id, name, is_active, state)
    select ${connection}, id, name, "isActive", 'new'
    from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) as listed (id text, name text, "isActive" boolean)
    on conflict (connection, id) do update set
      name = excluded.name, is_active = excluded.is_active,
      previous_name = case when known.state <> 'confirmed' or known.name = excluded.name then known.previous_name
        else coalesce(known.previous_name, known.name) end,
      change = case
        when known.state <> 'confirmed' then null
        when known.is_active and not excluded.is_active then 'disabled'
        when known.name <> excluded.name then 'renamed'
        when not known.is_active and excluded.is_active then 'enabled'
        when known.change = 'gone' then 'enabled'
        else known.change end,
      revision = known.revision + 1
    where known.name <> excluded.name or known.is_active <> excluded.is_active or known.change = 'gone'`.execute(
    transaction,
  );
  const ids = companies.map(({ id }) => id);
  // without a decision, nothing refers to a company that is gone
  await sql`
    delete from connection_companies where connection = ${connection} and state = 'new' and id <> all(${ids}::text[])`.execute(
    transaction,
  );
  await sql`
    update connection_companies set change = 'gone', is_active = false, revision = revision + 1
    where connection = ${connection} and state = 'confirmed' and change is distinct from 'gone' and id <> all(${ids}::text[])`.execute(
    transaction,
  );
}

/** Letters and digits of a name, without case. */
const plainName = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Ids of offices by plain name, if only one has it. */
async function officesByName(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from accounts where not deleted`.execute(database);
  const byName = Map.groupBy(rows, ({ name }) => plainName(name));
  return new Map(
    [...byName].flatMap(([name, [office, ...others]]) =>
      office && others.length === 0 && name !== '' ? [[name, office.id]] : [],
    ),
  );
}

interface Unmatched {
  id: string;
  name: string;
  numbers: string[];
}

/** Proposes the office that has the company's id from an import, all its known numbers, or its name. */
async function proposeOffices(database: Queryable, { name: connection, kind }: Connection): Promise<void> {
  const { rows: companies } = await sql<Unmatched>`
    select id, name, numbers from connection_companies
    where connection = ${connection} and state = 'new' and matched_by is distinct from 'person'`.execute(
    database,
  );
  if (companies.length === 0) return;
  const imported = companies.map(({ id }) => `${kind}:${id}`);
  const { rows: same } = await sql<{ id: string }>`
    select id from accounts where not deleted and id = any(${imported}::text[])`.execute(database);
  const byId = new Set(same.map(({ id }) => id));
  const byNumber = await accountsOfNumbers(
    database,
    companies.flatMap(({ numbers }) => numbers),
  );
  const byName = await officesByName(database);
  const proposals = companies.map(({ id, name, numbers }) => {
    const offices = new Set(numbers.flatMap((number) => [...(byNumber.get(number) ?? [])]));
    const [office] = offices;
    const named = byName.get(plainName(name));
    if (byId.has(`${kind}:${id}`)) return { id, accountId: `${kind}:${id}`, matchedBy: 'id' };
    if (office !== undefined && offices.size === 1) return { id, accountId: office, matchedBy: 'numbers' };
    // a name never wins against numbers of other offices
    if (named !== undefined && (offices.size === 0 || offices.has(named)))
      return { id, accountId: named, matchedBy: 'name' };
    return { id, accountId: null, matchedBy: null };
  });
  await sql`
    update connection_companies known set account_id = proposal."accountId", matched_by = proposal."matchedBy", revision = revision + 1
    from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as proposal (id text, "accountId" text, "matchedBy" text)
    where known.connection = ${connection} and known.id = proposal.id and known.state = 'new'
      and known.account_id is distinct from proposal."accountId"`.execute(database);
}

/** Each has a list of its own; what was read stays when the rest takes too long. */
const accountsAtOnce = 10;

async function storeNumbers(
  { database, clock }: ListDependencies,
  access: ConnectionAccess,
  { name, account }: Connection,
  ids: readonly string[],
): Promise<void> {
  const numbers = await readNumbers(access, account, ids);
  const rows = ids.map((id) => ({
    id,
    numbers: [...new Set((numbers.get(id) ?? []).map((number) => readPhone(number) ?? number))],
  }));
  await sql`
    update connection_companies known set numbers = array(select jsonb_array_elements_text(listed.numbers)), numbers_at = ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as listed (id text, numbers jsonb)
    where known.connection = ${name} and known.id = listed.id`.execute(database.kysely);
}

/** Reads no calls. Keeps what it has if the system does not answer. @throws {OperatorProblem} saying why */
export async function updateCompanies(
  dependencies: ListDependencies,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = dependencies;
  const { name, account } = connection;
  if (!connection.isAgency)
    throw new OperatorProblem(`The connection ${name} is for one company. Add one with --agency for all.`);
  const note = (problem: string | null) =>
    sql`
      update connections set companies_problem = ${problem}, companies_listed_at = ${clock.now()} where name = ${name}`.execute(
      database.kysely,
    );
  try {
    const access = await accessOf(dependencies, connection, signal);
    const companies = await readCompanies(access, account);
    await database.transaction((transaction) => storeCompanies(transaction, name, companies));
    const { rows: fresh } = await sql<{ id: string }>`
      select id from connection_companies where connection = ${name} and state = 'new' and numbers_at is null order by id`.execute(
      database.kysely,
    );
    const ids = fresh.map(({ id }) => id);
    const size = access.source.agencies.oneList ? ids.length : accountsAtOnce;
    for (let at = 0; at < ids.length && !signal.aborted; at += size)
      await storeNumbers(dependencies, access, connection, ids.slice(at, at + size)).catch(
        (error: unknown) => {
          if (!signal.aborted) throw error;
        },
      );
    await proposeOffices(database.kysely, connection);
    await note(null);
    // the rest of the numbers is read with the next look, in a minute
    if (signal.aborted)
      await sql`update connections set companies_listed_at = null where name = ${name}`.execute(
        database.kysely,
      );
  } catch (error) {
    if (error instanceof OperatorProblem) await note(error.message);
    throw error;
  }
}
