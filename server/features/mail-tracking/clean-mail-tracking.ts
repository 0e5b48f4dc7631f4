import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import { saveDaysOfPieces } from './days-of-pieces.ts';
import type { MailingKey } from './piece-changes.ts';
import { keptDays } from './record-mail-events.ts';

const mailingsAtOnce = 500;

/** Counts of deleted pieces stay. Then sets missing delivery days, because the feed can bring a quantity after the last event. */
export async function cleanMailTracking({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const oldest = new Date(now.getTime() - days(keptDays)).toISOString().slice(0, 10);
  await sql`delete from tracked_pieces where last_day < ${oldest}::date`.execute(database.kysely);
  const { rows: undelivered } = await sql<MailingKey>`
    select campaigns.account_id as "accountId", campaigns.id as "campaignId"
    from tracked_mailings join campaigns on campaigns.account_id = tracked_mailings.account_id and campaigns.id = tracked_mailings.id
    where tracked_mailings.delivered > 0 and campaigns.pieces_delivery_date is null and campaigns.quantity > 0
    order by campaigns.account_id, campaigns.id`.execute(database.kysely);
  for (let first = 0; first < undelivered.length; first += mailingsAtOnce) {
    const some = undelivered.slice(first, first + mailingsAtOnce);
    await database.transaction(async (transaction) => {
      const changed = await saveDaysOfPieces(
        transaction,
        some.map((mailing) => ({ ...mailing, firstDay: null })),
      );
      await bumpAccountVersions(
        transaction,
        changed.map(({ accountId }) => accountId),
      );
    });
  }
}
