import { firstEntered, type PieceDays } from '@mailcall/contract/rules/mail-pieces.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { bumpAccountVersions, deskChanged } from '../changes/index.ts';
import type { EventSource, MailEvent, RecordedEvents } from './mail-event.ts';
import { mailingsOfEvents } from './mailings-of-events.ts';
import {
  changesOf,
  eventsByPiece,
  inKeyOrder,
  type MailingChange,
  mailingKeyOf,
  type MailingKey,
  type PieceEvents,
} from './piece-changes.ts';
import type { PieceKeys } from './piece-keys.ts';
import { saveDaysOfPieces } from './days-of-pieces.ts';

/** Days for which a piece is known after its last event. Older events could be of a piece that was counted and deleted. */
export const keptDays = 90;
const dayLength = duration.days(1);

/** True within the last 90 days. Allows a few hours more, because days of offices begin at different times. */
export function isInTime({ at }: MailEvent, now: Date): boolean {
  const time = typeof at === 'string' ? Date.parse(`${at}T12:00:00Z`) : at.getTime();
  return time > now.getTime() - keptDays * dayLength && time < now.getTime() + dayLength;
}

const columnOf = <Item, Value>(items: readonly Item[], value: (item: Item) => Value) => items.map(value);
const keysOf = (items: readonly MailingKey[]): RawBuilder<unknown> => sql`
  ${columnOf(items, ({ accountId }) => accountId)}::text[], ${columnOf(items, ({ campaignId }) => campaignId)}::text[]`;

/** Locks until the transaction ends, in one statement for all accounts, so that two batches do not count a piece twice. */
async function lockMailings(
  transaction: Queryable,
  mailings: readonly MailingKey[],
  kind: string,
): Promise<void> {
  await sql`
    insert into tracked_mailings as known (account_id, id, sources)
    select account_id, campaign_id, ${[kind]}::text[]
    from unnest(${keysOf(inKeyOrder(mailings))}) with ordinality as sent (account_id, campaign_id, position) order by position
    on conflict (account_id, id) do update
      set sources = case when known.sources @> excluded.sources then known.sources else known.sources || excluded.sources end`.execute(
    transaction,
  );
}

async function storedPieces(
  transaction: Queryable,
  pieces: readonly PieceEvents[],
  connectionId: string,
): Promise<PieceEvents[]> {
  type Row = Omit<PieceEvents, 'days'> & PieceDays;
  const { rows } = await sql<Row>`
    select known.account_id as "accountId", known.campaign_id as "campaignId", known.piece, known.entered_day as entered,
      known.near_day as near, known.delivered_day as delivered, known.returned_day as returned, known.last_day as "lastDay"
    from unnest(${keysOf(pieces)}, ${columnOf(pieces, ({ piece }) => piece)}::bytea[]) as sent (account_id, campaign_id, piece)
    join tracked_pieces as known on known.account_id = sent.account_id and known.campaign_id = sent.campaign_id
      and known.connection_id = ${connectionId} and known.piece = sent.piece`.execute(transaction);
  return rows.map(({ entered, near, delivered, returned, ...row }) => ({
    ...row,
    days: { entered, near, delivered, returned },
  }));
}

async function savePieces(
  transaction: Queryable,
  pieces: readonly PieceEvents[],
  connectionId: string,
): Promise<void> {
  const days = (state: keyof PieceDays) => columnOf(pieces, (piece) => piece.days[state]);
  await sql`
    insert into tracked_pieces as known (account_id, campaign_id, connection_id, piece, entered_day, near_day, delivered_day,
      returned_day, last_day)
    select account_id, campaign_id, ${connectionId}, piece, entered_day, near_day, delivered_day, returned_day, last_day
    from unnest(${keysOf(pieces)}, ${columnOf(pieces, ({ piece }) => piece)}::bytea[], ${days('entered')}::date[],
      ${days('near')}::date[], ${days('delivered')}::date[], ${days('returned')}::date[],
      ${columnOf(pieces, ({ lastDay }) => lastDay)}::date[]
    ) as sent (account_id, campaign_id, piece, entered_day, near_day, delivered_day, returned_day, last_day)
    on conflict (account_id, campaign_id, connection_id, piece) do update set entered_day = excluded.entered_day,
      near_day = excluded.near_day, delivered_day = excluded.delivered_day, returned_day = excluded.returned_day,
      last_day = greatest(known.last_day, excluded.last_day)`.execute(transaction);
}

async function saveCounts(transaction: Queryable, mailings: readonly MailingChange[]): Promise<void> {
  const days = mailings.flatMap(({ byDay, ...mailing }) =>
    [...byDay].map(([day, counts]) => ({ ...mailing, day, counts })),
  );
  await sql`
    insert into tracked_days as known (account_id, campaign_id, day, entered, near, delivered, returned)
    select * from unnest(${keysOf(days)}, ${columnOf(days, ({ day }) => day)}::date[],
      ${columnOf(days, ({ counts }) => counts.entered)}::integer[], ${columnOf(days, ({ counts }) => counts.near)}::integer[],
      ${columnOf(days, ({ counts }) => counts.delivered)}::integer[], ${columnOf(days, ({ counts }) => counts.returned)}::integer[])
    on conflict (account_id, campaign_id, day) do update set entered = known.entered + excluded.entered,
      near = known.near + excluded.near, delivered = known.delivered + excluded.delivered,
      returned = known.returned + excluded.returned`.execute(transaction);
  await sql`
    update tracked_mailings as known set entered = known.entered + sent.entered, near = known.near + sent.near,
      delivered = known.delivered + sent.delivered, returned = known.returned + sent.returned
    from unnest(${keysOf(mailings)}, ${columnOf(mailings, ({ total }) => total.entered)}::integer[],
      ${columnOf(mailings, ({ total }) => total.near)}::integer[], ${columnOf(mailings, ({ total }) => total.delivered)}::integer[],
      ${columnOf(mailings, ({ total }) => total.returned)}::integer[]
    ) as sent (account_id, id, entered, near, delivered, returned)
    where known.account_id = sent.account_id and known.id = sent.id`.execute(transaction);
}

const firstRisen = ({ byDay }: MailingChange): string | null =>
  firstEntered([...byDay].map(([day, counts]) => ({ day, ...counts })));

/** Order and repetition of events make no difference. Best a thousand at a time. */
export async function recordMailEvents(
  transaction: Queryable,
  source: EventSource,
  events: readonly MailEvent[],
  { keys, now }: { keys: PieceKeys; now: Date },
): Promise<RecordedEvents> {
  const { connectionId, kind } = source;
  const inTime = events.filter((event) => isInTime(event, now));
  const { known, unknown } = await mailingsOfEvents(transaction, source, inTime);
  const result = { recorded: known.length, outOfTime: events.length - inTime.length, unknown };
  if (known.length === 0) return result;
  const told = inKeyOrder(eventsByPiece(known, keys.keyOf));
  await lockMailings(
    transaction,
    [...new Map(told.map((piece) => [mailingKeyOf(piece), piece])).values()],
    kind,
  );
  const { pieces, mailings } = changesOf(told, await storedPieces(transaction, told, connectionId));
  if (pieces.length > 0) await savePieces(transaction, pieces, connectionId);
  if (mailings.length === 0) return result;
  await saveCounts(transaction, mailings);
  await saveDaysOfPieces(
    transaction,
    mailings.map((mailing) => ({ ...mailing, firstDay: firstRisen(mailing) })),
  );
  const accountIds = mailings.map(({ accountId }) => accountId);
  await bumpAccountVersions(transaction, accountIds);
  await deskChanged(transaction, 'campaigns', accountIds);
  return result;
}
