import type { mailingPieces, trackingSources } from '@mailcall/contract/mailings.ts';
import { type DayOfPieces, pieceStates } from '@mailcall/contract/rules/mail-pieces.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';

type TrackingSource = (typeof trackingSources)[number];

const sourceOf = (kind: string): TrackingSource => (kind === 'informed-visibility' ? 'post' : 'printer');

export async function piecesOfMailing(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<RouteReply<typeof mailingPieces> | null> {
  const { rows: mailings } = await sql<{ account_id: string; kinds: string[] | null }>`
    select campaigns.account_id, tracked_mailings.sources as kinds
    from campaigns left join tracked_mailings
      on tracked_mailings.account_id = campaigns.account_id and tracked_mailings.id = campaigns.id
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted`.execute(
    database,
  );
  const [mailing] = mailings;
  if (!mailing) return null;
  const { rows: days } = await sql<DayOfPieces>`
    select ${dayText('tracked_days.day')} as day, entered, near, delivered, returned from tracked_days
    where account_id = ${mailing.account_id} and campaign_id = ${id} order by tracked_days.day`.execute(
    database,
  );
  return {
    days: days.filter((day) => pieceStates.some((state) => day[state] > 0)),
    sources: [...new Set((mailing.kinds ?? []).map(sourceOf))].sort(),
  };
}
