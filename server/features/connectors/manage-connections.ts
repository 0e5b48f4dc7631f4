import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import { type By, recordChanges } from './connection-changes.ts';
import {
  addConnection,
  type Connection,
  listConnections,
  type NewConnection,
  setPaused,
} from './connections.ts';
import type { KindHandler } from './kind-handler.ts';
import { storeMapping } from './mappings.ts';
import { assignReference } from './parked.ts';
import { addSecret, type SecretPurpose } from './secrets.ts';
import { listProgress } from './sync-progress.ts';
import { requestImport } from './waiting-calls.ts';

/** Of the page and of the command line. Each change is recorded in its transaction. */
interface Changing {
  transaction: Queryable;
  sealedTexts: SealedTexts;
  by: By;
}

export async function addWithSecrets(
  { transaction, sealedTexts, by }: Changing,
  handler: KindHandler,
  given: Omit<NewConnection, 'kind'> & {
    secrets: Partial<Record<SecretPurpose, string>>;
    mapping?: string | null;
  },
): Promise<Connection> {
  const { secrets, mapping = null, ...wanted } = given;
  const needsAccount =
    handler.agency && wanted.isAgency ? handler.agency.needsAccount : handler.account !== undefined;
  if (wanted.isAgency && !handler.agency)
    throw new OperatorProblem(`A connection to ${handler.title} is for one account, not for an agency.`);
  if (needsAccount && wanted.account === undefined)
    throw new OperatorProblem(
      `Give --account with ${handler.account}: the API of ${handler.title} needs it.`,
    );
  const connection = await addConnection(transaction, { ...wanted, kind: handler.kind }, by.at);
  for (const purpose of ['webhook', 'api'] as const) {
    const secret = secrets[purpose];
    if (secret?.trim())
      await addSecret(
        transaction,
        sealedTexts,
        { connection: wanted.name, purpose, secret, keepDays: 0, form: handler.secretForms?.[purpose] },
        by.at,
      );
  }
  if (mapping !== null) await storeMapping(transaction, { connection: wanted.name, text: mapping }, by.at);
  await recordChanges(transaction, by, [{ connection: wanted.name, action: 'add' }]);
  return connection;
}

export async function rotateSecret(
  { transaction, sealedTexts, by }: Changing,
  handler: KindHandler,
  connection: Connection,
  given: { purpose: SecretPurpose; secret: string; keepDays: number },
): Promise<void> {
  const { purpose } = given;
  if (connection.isAgency && purpose === 'webhook')
    throw new OperatorProblem(
      `Each ${handler.agency?.noun} of ${connection.name} has a signing key of its own: npm run cli -- connections keys ${connection.name}`,
    );
  if (connection.agency !== null && purpose === 'api')
    throw new OperatorProblem(
      `${connection.name} uses the API key of ${connection.agency}: npm run cli -- connections rotate ${connection.agency} --api`,
    );
  await addSecret(
    transaction,
    sealedTexts,
    { connection: connection.name, form: handler.secretForms?.[purpose], ...given },
    by.at,
  );
  if (purpose === 'api') await handler.requestWaiting?.(transaction, connection);
  await recordChanges(transaction, by, [
    { connection: connection.name, action: purpose === 'api' ? 'rotate api' : 'rotate' },
  ]);
}

/** Calls that come meanwhile wait, for 30 days. */
export async function pauseConnection(
  { transaction, by }: Omit<Changing, 'sealedTexts'>,
  handler: KindHandler,
  { name }: Connection,
  isPaused: boolean,
): Promise<void> {
  if (!handler.replay || !handler.requestWaiting)
    throw new OperatorProblem(
      `A connection to ${handler.title} records events as they come and cannot be paused.`,
    );
  await setPaused(transaction, name, isPaused ? by.at : null);
  if (!isPaused) await requestImport(transaction, name);
  await recordChanges(transaction, by, [{ connection: name, action: isPaused ? 'pause' : 'resume' }]);
}

export async function replayConnection(
  { transaction, by }: Omit<Changing, 'sealedTexts'>,
  handler: KindHandler,
  connection: Connection,
  since: Date | null,
): Promise<number> {
  if (!handler.replay) throw new OperatorProblem(`Nothing can be replayed of ${handler.title}.`);
  await recordChanges(transaction, by, [{ connection: connection.name, action: 'replay' }]);
  return handler.replay(transaction, { connection, since });
}

export async function assignParked(
  { transaction, by }: Omit<Changing, 'sealedTexts'>,
  handler: KindHandler,
  connection: Connection,
  wanted: { reference: string; targetId: string; accountId?: string | undefined },
): Promise<{ accountId: string; reworked: number }> {
  const assigned = await assignReference(transaction, handler, connection, wanted, by.at);
  await recordChanges(transaction, by, [
    {
      connection: connection.name,
      action: 'assign',
      subjectId: wanted.targetId,
      accountId: assigned.accountId,
    },
  ]);
  return assigned;
}

export interface CompanyDecision {
  id: string;
  /** As the person saw it; absent on the command line. */
  revision?: number | undefined;
  state: 'confirmed' | 'left out';
  /** Office whose calls they are; the proposed one if absent. */
  accountId?: string | undefined;
}

interface DecidedRow {
  id: string;
  name: string;
  revision: number;
  accountId: string | null;
  matchedBy: string | null;
}

/** Problems of companies by id; then nothing was changed. */
export class CompanyProblems extends OperatorProblem {
  readonly problems: ReadonlyMap<string, string>;

  constructor(problems: ReadonlyMap<string, string>) {
    super([...problems].map(([id, problem]) => `${id}: ${problem}`).join('\n'));
    this.problems = problems;
  }
}

/** All or none. @throws {CompanyProblems} */
export async function decideCompanies(
  { transaction, by }: Omit<Changing, 'sealedTexts'>,
  { name: connection }: Pick<Connection, 'name'>,
  decisions: readonly CompanyDecision[],
): Promise<void> {
  const ids = decisions.map(({ id }) => id);
  const { rows } = await sql<DecidedRow>`
    select id, name, revision, account_id as "accountId", matched_by as "matchedBy" from connection_companies
    where connection = ${connection} and id = any(${ids}::text[]) order by id for update`.execute(
    transaction,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const wanted = decisions.flatMap(({ accountId }) => accountId ?? []);
  const chosen = [...wanted, ...rows.flatMap(({ accountId }) => accountId ?? [])];
  const { rows: found } = await sql<{ id: string }>`
    select id from accounts where not deleted and id = any(${chosen}::text[])`.execute(transaction);
  const offices = new Set(found.map(({ id }) => id));
  const problems = new Map<string, string>();
  for (const { id, revision, state, accountId } of decisions) {
    const row = known.get(id);
    const office = accountId ?? row?.accountId ?? null;
    if (!row) problems.set(id, 'It is not in the list any more.');
    else if (revision !== undefined && revision !== row.revision)
      problems.set(id, 'Someone else changed this row. Look at it again.');
    else if (state === 'confirmed' && office === null) problems.set(id, 'Choose its office.');
    else if (state === 'confirmed' && office !== null && !offices.has(office))
      problems.set(id, `There is no office ${office.slice(0, 100)}.`);
  }
  if (problems.size > 0) throw new CompanyProblems(problems);
  const changed = decisions.map(({ id, state, accountId }) => {
    const row = known.get(id);
    const isOther = accountId !== undefined && accountId !== row?.accountId;
    return {
      id,
      state,
      accountId: accountId ?? row?.accountId ?? null,
      matchedBy: isOther ? 'person' : (row?.matchedBy ?? 'person'),
    };
  });
  await sql`
    update connection_companies known set state = decided.state, account_id = decided."accountId", matched_by = decided."matchedBy",
      change = null, previous_name = null, revision = revision + 1
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as decided (id text, state text, "accountId" text, "matchedBy" text)
    where known.connection = ${connection} and known.id = decided.id`.execute(transaction);
  const leftOut = changed.flatMap(({ id, state }) => (state === 'left out' ? [id] : []));
  await sql`
    delete from connection_secrets where connection = ${connection} and company_id = any(${leftOut}::text[])`.execute(
    transaction,
  );
  await recordChanges(
    transaction,
    by,
    changed.map(({ id, state, accountId }) => ({
      connection,
      action: state === 'confirmed' ? 'confirm' : 'leave out',
      subjectId: id,
      accountId,
    })),
  );
  // calls that waited for the decision
  await requestImport(transaction, connection);
  for (const { name, agency, companyId } of await listConnections(transaction))
    if (agency === connection && companyId !== null && known.has(companyId))
      await requestImport(transaction, name);
}

/** Signing keys by company, only of confirmed ones. @throws {CompanyProblems} */
export async function setCompanyKeys(
  { transaction, sealedTexts, by }: Changing,
  { name: connection }: Pick<Connection, 'name'>,
  keys: readonly { id: string; key: string }[],
  keepDays: number,
): Promise<void> {
  const { rows } = await sql<{ id: string; joined: string | null }>`
    select companies.id, single.name as joined from connection_companies companies
      left join connections single on single.agency = companies.connection and single.company_id = companies.id and single.removed_at is null
    where companies.connection = ${connection} and companies.state = 'confirmed'`.execute(transaction);
  const confirmed = new Map(rows.map(({ id, joined }) => [id, joined]));
  const problems = new Map<string, string>();
  for (const { id, key } of keys) {
    const joined = confirmed.get(id);
    if (joined === undefined) problems.set(id, 'Confirm it before you enter its key.');
    else if (joined !== null) problems.set(id, `${joined} receives its events and has its key.`);
    else if (!/^[\x21-\x7e]{8,4000}$/.test(key.trim()))
      problems.set(id, 'A signing key has 8 to 4,000 characters without spaces.');
  }
  if (problems.size > 0) throw new CompanyProblems(problems);
  for (const { id, key } of keys)
    await addSecret(
      transaction,
      sealedTexts,
      { connection, purpose: 'webhook', secret: key, keepDays, companyId: id },
      by.at,
    );
  await sql`
    update connection_companies set revision = revision + 1
    where connection = ${connection} and id = any(${keys.map(({ id }) => id)}::text[])`.execute(transaction);
  await recordChanges(
    transaction,
    by,
    keys.map(({ id }) => ({ connection, action: 'key', subjectId: id })),
  );
}

/** The single connection goes on receiving the company's events; the agency's key reads its calls from now on. @throws {OperatorProblem} */
export async function joinAgency(
  { transaction, by }: Omit<Changing, 'sealedTexts'>,
  agency: Connection,
  companyId: string,
  single: Connection,
): Promise<void> {
  const { rows } = await sql<{ state: string; isJoined: boolean }>`
    select state, exists (
      select 1 from connections where agency = ${agency.name} and company_id = ${companyId} and removed_at is null) as "isJoined"
    from connection_companies where connection = ${agency.name} and id = ${companyId} for update`.execute(
    transaction,
  );
  const [company] = rows;
  if (!agency.isAgency || !company)
    throw new OperatorProblem(`${agency.name} has no ${companyId.slice(0, 100)}.`);
  if (company.state !== 'confirmed') throw new OperatorProblem(`Confirm ${companyId} first.`);
  if (company.isJoined) throw new OperatorProblem(`Another connection has joined for ${companyId} already.`);
  if (single.isAgency || single.agency !== null || single.kind !== agency.kind)
    throw new OperatorProblem(`${single.name} is no connection of one ${agency.kind} company of its own.`);
  const account = agency.account ?? companyId;
  if (single.account !== account)
    throw new OperatorProblem(`${single.name} is of another account than ${account}.`);
  if ((single.origin ?? '') !== (agency.origin ?? ''))
    throw new OperatorProblem(`${single.name} reads from another origin than ${agency.name}.`);
  await sql`
    update connections set agency = ${agency.name}, company_id = ${companyId} where name = ${single.name}`.execute(
    transaction,
  );
  // one key from now on
  await sql`delete from connection_secrets where connection = ${single.name} and purpose = 'api'`.execute(
    transaction,
  );
  await sql`
    delete from connection_secrets where connection = ${agency.name} and company_id = ${companyId}`.execute(
    transaction,
  );
  // the next reading begins where the single one ended; one that still runs ends by itself
  for (const { kind, since, until, startedAt, endedAt } of await listProgress(transaction, single.name)) {
    if (kind === 'command' || endedAt === null) continue;
    await sql`
      insert into connection_syncs as known (connection, kind, since, until, started_at, ended_at)
      values (${agency.name}, ${kind}, ${since}, ${until}, ${startedAt}, ${endedAt})
      on conflict (connection, kind) do update set until = least(known.until, excluded.until)
      where known.ended_at is not null`.execute(transaction);
  }
  await sql`
    update connection_companies set revision = revision + 1 where connection = ${agency.name} and id = ${companyId}`.execute(
    transaction,
  );
  await requestImport(transaction, single.name);
  await recordChanges(transaction, by, [
    { connection: agency.name, action: 'join', subjectId: companyId },
    { connection: single.name, action: 'join', subjectId: companyId },
  ]);
}
