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

/** The provider's Mailer ID at the post. */
const mailerId = '901234567';
/** Serial numbers beside a Mailer ID of 9 digits. */
const serials = 1_000_000;

/** The barcodes of a mailing on its way, as a row of mail-pieces.csv; null for other campaigns. */
export function mailPieceRow({ id, quantity, delivery, inProduction }: Campaign): MailPieceRow | null {
  if (inProduction !== 'shipped' || quantity === null) return null;
  const first = hashOf(`pieces/${id}`) % (serials - quantity);
  return {
    campaign_id: id,
    mailer_id: mailerId,
    serial_from: first,
    serial_to: first + quantity - 1,
    // the story ships no mailing more than nine days before its delivery
    from_date: dateText(delivery - 14),
  };
}

/** The offices whose mailings on their way the post tells of. */
export const trackedOffices: readonly string[] = [officeIds.asheville, officeIds.boulder];

/** A scan of a piece of the story. */
export interface DemoScan {
  serial: number;
  /** What the scan says of the piece. */
  state: 'entered' | 'near' | 'delivered';
  /** `YYYY-MM-DD` */
  day: string;
}

/**
 * The scans of a mailing on its way until a day: most pieces have entered the mail, some are near, and a few are delivered. Less than half
 * are, so that it is not delivered yet.
 * @param shipped the day of its shipment, counted from 1970, as `today`
 */
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
