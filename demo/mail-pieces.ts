import type { Campaign } from './campaigns.ts';
import { dateText } from './local-time.ts';
import { officeIds } from './offices.ts';
import { hashOf, Random } from './random.ts';

export const mailPieceColumns = [
  'campaign_id',
  'mailer_id',
  'serial_from',
  'serial_to',
  'from_date',
] as const;
export type MailPieceRow = Record<(typeof mailPieceColumns)[number], string | number>;

const mailerId = '901234567';
/** Number of serials of a 9-digit Mailer ID. */
const serials = 1_000_000;

/** Null unless the mailing is on its way. */
export function mailPieceRow({ id, quantity, delivery, inProduction }: Campaign): MailPieceRow | null {
  if (inProduction !== 'shipped' || quantity === null) return null;
  const first = hashOf(`pieces/${id}`) % (serials - quantity);
  return {
    campaign_id: id,
    mailer_id: mailerId,
    serial_from: first,
    serial_to: first + quantity - 1,
    // a mailing of the story ships at most nine days ahead of its delivery
    from_date: dateText(delivery - 14),
  };
}

export const trackedOffices: readonly string[] = [officeIds.asheville, officeIds.boulder];

export interface DemoScan {
  serial: number;
  state: 'entered' | 'near' | 'delivered';
  day: string;
}

/** Less than half of the pieces are delivered, so the mailing does not count as delivered. `shipped` and `today` are days since 1970. */
export function scansOf(
  mailing: { id: string; serialFrom: number; quantity: number; shipped: number },
  today: number,
): DemoScan[] {
  const random = new Random(`scans/${mailing.id}`);
  return Array.from({ length: mailing.quantity }, (_, index) => {
    const unseen = random.chance(0.06);
    const entered = mailing.shipped + (random.chance(0.7) ? 0 : 1);
    const near = entered + random.integer(1, 4);
    const isQuick = random.chance(0.4);
    const days = {
      entered,
      near,
      delivered: isQuick ? near + random.integer(0, 1) : Number.POSITIVE_INFINITY,
    };
    if (unseen) return [];
    return (['entered', 'near', 'delivered'] as const).flatMap((state): DemoScan[] =>
      days[state] <= today ? [{ serial: mailing.serialFrom + index, state, day: dateText(days[state]) }] : [],
    );
  }).flat();
}
