import {
  countChanges,
  mergedPiece,
  type PieceCounts,
  type PieceDays,
  unknownPiece,
} from '@mailcall/contract/rules/mail-pieces.ts';
import type { EventOfMailing } from './mailings-of-events.ts';

export interface MailingKey {
  accountId: string;
  campaignId: string;
}

export interface PieceEvents extends MailingKey {
  piece: Buffer;
  days: PieceDays;
  /** Day of the last event, `YYYY-MM-DD`. */
  lastDay: string;
}

export interface MailingChange extends MailingKey {
  total: Record<keyof PieceCounts, number>;
  byDay: Map<string, Record<keyof PieceCounts, number>>;
}

const keyOf = (...parts: readonly string[]) => parts.join('\n');
export const mailingKeyOf = ({ accountId, campaignId }: MailingKey): string => keyOf(accountId, campaignId);
const pieceKeyOf = (piece: MailingKey & { piece: Buffer }) =>
  keyOf(piece.accountId, piece.campaignId, piece.piece.toString('base64'));
const none = () => ({ entered: 0, near: 0, delivered: 0, returned: 0 });

/** By account and campaign, the order in which rows are locked. */
export const inKeyOrder = <Item extends MailingKey>(items: Iterable<Item>): Item[] =>
  [...items].sort((one, other) => (mailingKeyOf(one) < mailingKeyOf(other) ? -1 : 1));

export function eventsByPiece(
  events: readonly EventOfMailing[],
  keyOfPiece: (piece: EventOfMailing['event']['piece']) => Buffer,
): PieceEvents[] {
  const pieces = new Map<string, PieceEvents>();
  for (const { event, accountId, campaignId, day } of events) {
    const piece = keyOfPiece(event.piece);
    const key = pieceKeyOf({ accountId, campaignId, piece });
    const known = pieces.get(key);
    pieces.set(key, {
      accountId,
      campaignId,
      piece,
      days: mergedPiece(known?.days ?? unknownPiece, { ...unknownPiece, [event.state]: day }),
      lastDay: known && known.lastDay > day ? known.lastDay : day,
    });
  }
  return [...pieces.values()];
}

const isSame = (one: PieceDays, other: PieceDays) =>
  one.entered === other.entered &&
  one.near === other.near &&
  one.delivered === other.delivered &&
  one.returned === other.returned;

/** Pieces whose events say something new, with everything known of them, and the changes of counts. */
export function changesOf(
  events: readonly PieceEvents[],
  stored: readonly PieceEvents[],
): { pieces: PieceEvents[]; mailings: MailingChange[] } {
  const before = new Map(stored.map((piece) => [pieceKeyOf(piece), piece]));
  const mailings = new Map<string, MailingChange>();
  const pieces = events.flatMap((piece) => {
    const known = before.get(pieceKeyOf(piece));
    const old = known?.days ?? unknownPiece;
    const days = mergedPiece(old, piece.days);
    if (known && isSame(old, days) && piece.lastDay <= known.lastDay) return [];
    const key = mailingKeyOf(piece);
    for (const { day, state, change } of countChanges(old, days)) {
      const mailing = mailings.get(key) ?? {
        accountId: piece.accountId,
        campaignId: piece.campaignId,
        total: none(),
        byDay: new Map(),
      };
      mailings.set(key, mailing);
      const ofDay = mailing.byDay.get(day) ?? none();
      mailing.byDay.set(day, ofDay);
      ofDay[state] += change;
      mailing.total[state] += change;
    }
    return [{ ...piece, days }];
  });
  return { pieces, mailings: inKeyOrder(mailings.values()) };
}
