import type { InboxItem, InboxPosition } from '@mailcall/contract/provider-inbox.ts';
import {
  accessOfInboxKind,
  decisionsShownDays,
  type InboxKind,
  inboxKinds,
  unopenedBefore,
} from '@mailcall/contract/rules/inbox.ts';
import { operatorRole, type TeamAccess, teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { designsToChange, unopenedDesigns } from '../designs/index.ts';
import type { KindHandler } from '../connectors/index.ts';
import { accountNamesForOperators, type Viewer } from '../identity/index.ts';
import { choiceOfMailing } from '../scope/index.ts';
import { openDisputes } from '../score-disputes/index.ts';
import { teamAccounts } from '../team/index.ts';
import { readAbandoned, readFailedJobs, readParked, readRejected } from './machine.ts';
import { unimportedSpreadsheets } from '../spreadsheets/index.ts';
import { findQuestions, presentQuestions } from './questions.ts';
import { silentLines, silentOffices } from './silent-lines.ts';
import { noActions, type Waiting } from './waiting-item.ts';

const mayUse = (access: TeamAccess | 'operator', { team, operator }: Viewer): boolean =>
  team !== null &&
  (access === 'operator' ? operator && team.roles.has(operatorRole) : teamMayUse(access, team.roles));

export const kindsOf = (viewer: Viewer): InboxKind[] =>
  inboxKinds.filter((kind) => mayUse(accessOfInboxKind[kind], viewer));

/** What clients approved or chose in the portal. An approved mailing stands for its design. */
const decisions = (viewer: Viewer, action: 'approve' | 'choose', now: Date): RawBuilder<unknown> => sql`
  select log.id::text as id, log.account_id, log.happened_at as since,
    coalesce(designs.name, ${choiceOfMailing}) as subject, person.name as person, null::int as count,
    null::text as detail, log.subject_kind as opens, coalesce(designs.id, campaigns.id) as opens_id
  from access_log log
  left join designs on log.subject_kind = 'design' and designs.account_id = log.account_id and not designs.deleted
    and (designs.id = log.subject_id or designs.portal_id = log.subject_id)
  left join campaigns on log.subject_kind = 'mailing' and campaigns.account_id = log.account_id and not campaigns.deleted
    and campaigns.id = log.subject_id
  left join contacts person on person.id = log.contact_id
  where log.action = ${action} and log.subject_kind in ('design', 'mailing') and log.team_role is null
    and log.happened_at > ${new Date(now.getTime() - days(decisionsShownDays))} and ${teamAccounts(viewer, 'log.account_id')}
    and coalesce(designs.id, campaigns.id) is not null
    and not exists (
      select 1 from access_log mailing where log.subject_kind = 'design' and mailing.account_id = log.account_id
        and mailing.subject_kind = 'mailing' and mailing.action = log.action and mailing.contact_id = log.contact_id
        and mailing.happened_at = log.happened_at)`;

const rowsOfKind: Partial<Record<InboxKind, (viewer: Viewer, now: Date) => RawBuilder<unknown>>> = {
  changes: designsToChange,
  approved: (viewer, now) => decisions(viewer, 'approve', now),
  chosen: (viewer, now) => decisions(viewer, 'choose', now),
  unopened: (viewer, now) => unopenedDesigns(viewer, unopenedBefore(now)),
  dispute: openDisputes,
  line: silentLines,
  office: silentOffices,
  spreadsheet: unimportedSpreadsheets,
};

/** Kinds that are few, or of no office, besides questions. */
const listsOfKind: Partial<Record<InboxKind, (database: Queryable, asked: Asked) => Promise<Waiting[]>>> = {
  parked: (database, { handlers }) => readParked(database, handlers),
  message: (database, { now }) => readAbandoned(database, now),
  job: readFailedJobs,
  rejected: readRejected,
};

export interface Asking {
  viewer: Viewer;
  now: Date;
  dismissed: Dismissed;
  /** Of connections, which say what can be assigned. */
  handlers: readonly KindHandler[];
}

type Asked = Asking & { kind: InboxKind };

/** 'ACCOUNT ID' of each item by kind. */
type Dismissed = ReadonlyMap<string, readonly string[]>;

/** Read first, because a cluster joins it neither with a subquery nor with a table of one machine. */
export async function readDismissed(database: Queryable, now: Date): Promise<Dismissed> {
  const { rows } = await sql<{ kind: string; names: string[] }>`
    select kind, array_agg(account_id || ' ' || item_id) as names from inbox_dismissals
    where hidden_until is null or hidden_until > ${now} group by kind`.execute(database);
  return new Map(rows.map(({ kind, names }) => [kind, names]));
}

/** Without dismissed ones. */
async function readList(database: Queryable, asked: Asked): Promise<Waiting[]> {
  const all = (await listsOfKind[asked.kind]?.(database, asked)) ?? [];
  if (all.length === 0) return all;
  const dismissed = new Set(asked.dismissed.get(asked.kind));
  return all.filter(({ id }) => !dismissed.has(` ${id}`));
}

/** Undismissed rows of a kind that has a query; without microseconds, which a cursor cannot name. */
function rowsOf({ viewer, now, kind, dismissed }: Asked): RawBuilder<unknown> | null {
  const rows = rowsOfKind[kind]?.(viewer, now);
  if (!rows) return null;
  return sql`(
    select id, account_id, date_trunc('milliseconds', since) as since, subject, person, count, detail, opens, opens_id
    from (${rows}) found where account_id || ' ' || id <> all(${dismissed.get(kind) ?? []}::text[])) waiting`;
}

interface WaitingRow {
  id: string;
  accountId: string;
  since: Date;
  subject: string;
  person: string | null;
  count: number | null;
  detail: string | null;
  opens: NonNullable<InboxItem['opens']>['kind'] | null;
  opensId: string | null;
}

const columns = sql`id, account_id as "accountId", since, subject, person, count, detail, opens, opens_id as "opensId"`;

const present =
  (kind: InboxKind) =>
  ({ opens, opensId, accountId, ...row }: WaitingRow): Waiting => ({
    ...noActions,
    ...row,
    kind,
    accountId: accountId === '' ? null : accountId,
    opens: opens === null || opensId === null ? null : { kind: opens, id: opensId },
  });

/** Whether an item of the kind comes after a position; its id decides only within the kind. */
function isAfter({ kind }: Asked, after: InboxPosition | null): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`;
  const at = sql`${after.since}::timestamptz`;
  if (kind === after.kind) return sql<SqlBool>`(since, id) > (${at}, ${after.id})`;
  return kind > after.kind ? sql<SqlBool>`since >= ${at}` : sql<SqlBool>`since > ${at}`;
}

async function readKind(
  database: Queryable,
  asked: Asked,
  { after, limit }: { after: InboxPosition | null; limit: number },
): Promise<Waiting[]> {
  const { viewer, kind } = asked;
  const rows = rowsOf(asked);
  if (rows) {
    const { rows: found } = await sql<WaitingRow>`
      select ${columns} from ${rows} where ${isAfter(asked, after)} order by since, id limit ${limit}`.execute(
      database,
    );
    return found.map(present(kind));
  }
  const pageOf = <Found extends Omit<Position, 'kind'>>(all: readonly Found[]): Found[] =>
    all
      .filter((item) => after === null || compare({ ...item, kind }, positionIn(after)) > 0)
      .toSorted((one, other) => compare({ ...one, kind }, { ...other, kind }))
      .slice(0, limit);
  if (kind === 'question') return presentQuestions(database, pageOf(await findQuestions(database, viewer)));
  return pageOf(await readList(database, asked));
}

interface Position {
  since: Date;
  kind: string;
  id: string;
}

const positionIn = ({ since, ...position }: InboxPosition): Position => ({
  ...position,
  since: new Date(since),
});

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compare = (a: Position, b: Position): number =>
  a.since.getTime() - b.since.getTime() || compareTexts(a.kind, b.kind) || compareTexts(a.id, b.id);

/** Oldest first, one more than `limit` if there are more. */
export async function readWaiting(
  database: Queryable,
  { kinds, ...asking }: Asking & { kinds: readonly InboxKind[] },
  page: { after: InboxPosition | null; limit: number },
): Promise<Waiting[]> {
  const read = { ...page, limit: page.limit + 1 };
  const found = await Promise.all(kinds.map((kind) => readKind(database, { ...asking, kind }, read)));
  // rows of a kind keep the order of the database, which compares ids by its own rules
  return found
    .flat()
    .sort((a, b) => a.since.getTime() - b.since.getTime() || compareTexts(a.kind, b.kind))
    .slice(0, read.limit);
}

export async function presentWaiting(database: Queryable, items: readonly Waiting[]): Promise<InboxItem[]> {
  const ids = items.flatMap(({ accountId }) => accountId ?? []);
  const names = await accountNamesForOperators(database, [...new Set(ids)]);
  return items.map(({ since, accountId, ...item }) => ({
    ...item,
    accountId,
    accountName: accountId === null ? null : (names.get(accountId) ?? accountId),
    since: since.toISOString(),
  }));
}

export async function countWaiting(database: Queryable, asked: Asked): Promise<number> {
  const { viewer, kind } = asked;
  if (kind === 'question') return (await findQuestions(database, viewer)).length;
  const rows = rowsOf(asked);
  if (!rows) return (await readList(database, asked)).length;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${rows}`.execute(database);
  return counted[0]?.count ?? 0;
}

/** Account of an item that still waits; undefined if none does. */
export async function findWaiting(
  database: Queryable,
  asked: Asked,
  id: string,
): Promise<string | undefined> {
  const rows = rowsOf(asked);
  if (!rows) return (await readList(database, asked)).some((item) => item.id === id) ? '' : undefined;
  const { rows: found } = await sql<{ accountId: string }>`
    select account_id as "accountId" from ${rows} where id = ${id}`.execute(database);
  return found[0]?.accountId;
}
