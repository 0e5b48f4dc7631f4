import { type ConnectionKind, connectionName } from '@mailcall/contract/rules/connections.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

export interface Connection {
  /** Chosen by the operator; part of its address, and the system of the rows that it brings. */
  name: string;
  kind: ConnectionKind;
  /** The account at the system; null if its API's addresses name none. */
  account: string | null;
  /** Origin of its API, such as `https://api.example.com`; null for the vendor's own. */
  origin: string | null;
  /** First day, at the office, of new calls that wait for a callback, `YYYY-MM-DD`; null: all new calls can. */
  callbacksFrom: string | null;
  createdAt: Date;
  removedAt: Date | null;
  /** Last event with a valid signature, to the minute; null if never. */
  lastReceivedAt: Date | null;
  refused: number;
  lastRefusedAt: Date | null;
  /** Reads all confirmed companies of an account. */
  isAgency: boolean;
  /** Agency that it joined, whose API key reads its calls; null if none. */
  agency: string | null;
  /** Its company at the agency. */
  companyId: string | null;
  pausedAt: Date | null;
  companiesListedAt: Date | null;
  companiesProblem: string | null;
}

export const addressOfConnection = (publicUrl: string, name: string): string =>
  `${publicUrl}${serviceBase.ingest}/connections/${name}/events`;

const columns = sql`name, kind, account, origin, ${dayText('callbacks_from')} as "callbacksFrom", created_at as "createdAt", removed_at as "removedAt",
  last_received_at as "lastReceivedAt",
  refused_count as refused, last_refused_at as "lastRefusedAt", is_agency as "isAgency", agency, company_id as "companyId", paused_at as "pausedAt",
  companies_listed_at as "companiesListedAt", companies_problem as "companiesProblem"`;

export async function findConnection(database: Queryable, name: string): Promise<Connection | null> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where name = ${name} and removed_at is null`.execute(database);
  return rows[0] ?? null;
}

export async function requireConnection(database: Queryable, name: string): Promise<Connection> {
  const connection = await findConnection(database, name);
  if (!connection)
    throw new OperatorProblem(
      `There is no connection ${name.slice(0, 40)}. npm run cli -- connections list shows them.`,
    );
  return connection;
}

/** Connections by name, by default without removed ones. */
export async function listConnections(
  database: Queryable,
  { removed = false }: { removed?: boolean } = {},
): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${columns} from connections where ${removed}::boolean or removed_at is null order by name`.execute(
    database,
  );
  return rows;
}

/** @throws {OperatorProblem} if it is not an origin, or not https beyond this machine */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const isPlain = url !== null && `${url.origin}/` === url.href && url.username === '';
  if (!isPlain || (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')))
    throw new OperatorProblem(
      `--origin is ${text}, it must be an https origin such as https://api.example.com, or on this machine http://127.0.0.1:8080.`,
    );
  return url.origin;
}

export interface NewConnection {
  name: string;
  kind: ConnectionKind;
  account?: string | undefined;
  origin?: string | undefined;
  callbacksFrom?: string | null | undefined;
  isAgency?: boolean | undefined;
}

/** @throws {OperatorProblem} naming what is wrong, also for the name of a present or removed connection */
export async function addConnection(
  database: Queryable,
  { name, kind, account, origin, callbacksFrom = null, isAgency = false }: NewConnection,
  now: Date,
): Promise<Connection> {
  if (!connectionName.test(name))
    throw new OperatorProblem(
      `The name must have 2 to 40 small letters, digits and hyphens, such as ${kind}-main.`,
    );
  if (account !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(account))
    throw new OperatorProblem('--account must be an id of letters, digits, - and _.');
  const { rows } = await sql<Connection>`
    insert into connections (name, kind, account, origin, callbacks_from, is_agency, created_at)
    values (${name}, ${kind}, ${account ?? null}, ${origin === undefined ? null : readOrigin(origin)},
      cast(${callbacksFrom} as date), ${isAgency}, ${now})
    on conflict (name) do nothing returning ${columns}`.execute(database);
  const [added] = rows;
  if (!added)
    throw new OperatorProblem(
      `There is, or was, a connection ${name}. Choose another name: rows and addresses have it.`,
    );
  return added;
}

/** First day whose new calls wait for a callback; null: all. Existing calls do not change. */
export async function setCallbacksFrom(
  transaction: Queryable,
  name: string,
  callbacksFrom: string | null,
): Promise<void> {
  await requireConnection(transaction, name);
  await sql`update connections set callbacks_from = cast(${callbacksFrom} as date) where name = ${name}`.execute(
    transaction,
  );
}

/** Does nothing if it is so already. */
export async function setPaused(transaction: Queryable, name: string, pausedAt: Date | null): Promise<void> {
  await sql`
    update connections set paused_at = case when ${pausedAt}::timestamptz is null then null else coalesce(paused_at, ${pausedAt}) end
    where name = ${name}`.execute(transaction);
}

/** Also removes its secrets: nothing is accepted any more. @throws {OperatorProblem} if it does not exist, or others joined it */
export async function removeConnection(transaction: Queryable, name: string, now: Date): Promise<void> {
  await requireConnection(transaction, name);
  const [joined] = (await listConnections(transaction)).filter(({ agency }) => agency === name);
  if (joined)
    throw new OperatorProblem(
      `The key of ${name} reads the calls of ${joined.name}. Remove ${joined.name} first.`,
    );
  await sql`update connections set removed_at = ${now} where name = ${name}`.execute(transaction);
  await sql`delete from connection_secrets where connection = ${name}`.execute(transaction);
}

export async function markReceived(transaction: Queryable, name: string, now: Date): Promise<void> {
  await sql`
    update connections set last_received_at = ${now}
    where name = ${name} and (last_received_at is null or last_received_at < ${new Date(now.getTime() - minutes(1))})`.execute(
    transaction,
  );
}
