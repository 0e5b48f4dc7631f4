import { z } from 'zod';
import {
  lobEvents,
  lobPieces,
  postgridBarcodeStatuses,
  postgridPieces,
  postgridStatuses,
} from './event-tables.ts';
import { campaignMetadata, type MailEvent } from '../mail-tracking/index.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const pieceId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
/** Metadata that the printer got with a piece; only the mailing is read. */
const metadata = z
  .object({ [campaignMetadata]: z.union([z.string(), z.number()]).transform(String).optional() })
  .nullish()
  .transform((data) => {
    const id = data?.[campaignMetadata]?.trim() ?? '';
    // what is no id of the feed names no mailing, and is not repeated to operators
    return /^[^\s\p{Cc};]{1,200}$/u.test(id) ? id : null;
  });

/** The scans of a piece at Lob. `time` is when the post registered one; it was made known at `date_created`. */
const scans = z
  .array(z.object({ name: z.string().max(100), time: instant.nullish(), date_created: instant.nullish() }))
  .max(1000)
  .nullish()
  .transform((events) =>
    (events ?? []).flatMap(({ name, time, date_created: madeKnown }) => {
      const state = lobEvents.get(name.toLowerCase().replaceAll(' ', '_'));
      const at = time ?? madeKnown;
      return state === undefined || !at ? [] : [{ state, at }];
    }),
  );

const lobPiece = z.object({ id: pieceId, metadata, tracking_events: scans });
const lobEvent = z.object({
  id: z.string().max(200),
  event_type: z.object({ id: z.string().max(100) }),
  date_created: instant,
  body: lobPiece,
});

/** Events from the scans of a piece at Lob. */
const eventsOfLob = ({ id, metadata: campaignId, tracking_events: events }: z.infer<typeof lobPiece>) =>
  events.map((event): MailEvent => ({ piece: id, campaignId, ...event }));

/**
 * Reads a piece as Lob lists it: nothing while the post has not seen it.
 * @throws {z.ZodError} when it is none of Lob's
 */
export const readLobPiece = (piece: unknown): MailEvent[] => eventsOfLob(lobPiece.parse(piece));

/**
 * Reads an event of Lob: nothing when it is of something else than where a piece is.
 * @throws {z.ZodError} when it is none of Lob's
 */
export function readLobEvent(body: unknown): MailEvent[] {
  const { event_type: type, ...envelope } = z
    .object({ event_type: z.object({ id: z.string().max(100) }), id: z.string().max(200) })
    .loose()
    .parse(body);
  const [kind, name] = [
    type.id.slice(0, type.id.lastIndexOf('.')),
    type.id.slice(type.id.lastIndexOf('.') + 1),
  ];
  const state = lobPieces.some((piece) => piece === kind) ? lobEvents.get(name) : undefined;
  if (state === undefined) return [];
  const event = lobEvent.parse({ ...envelope, event_type: type });
  const { id: piece, metadata: campaignId } = event.body;
  // the body is the piece at that time; its scans have the times of the post and make up for lost events
  return [...eventsOfLob(event.body), { piece, campaignId, state, at: event.date_created }];
}

const postgridOrder = z.object({
  id: pieceId,
  status: z.string().max(100).nullish(),
  imbStatus: z.string().max(100).nullish(),
  imbDate: instant.nullish(),
  updatedAt: instant.nullish(),
  live: z.boolean().nullish(),
  metadata,
});

/**
 * Reads an order of a PostGrid list, with its present status and that of its barcode. Test orders are never sent, and say
 * nothing.
 * @param now time of a status without one
 * @throws {z.ZodError} if it is not an order of PostGrid
 */
export function readPostgridPiece(piece: unknown, now: Date): MailEvent[] {
  const {
    id,
    status,
    imbStatus,
    imbDate,
    updatedAt,
    live,
    metadata: campaignId,
  } = postgridOrder.parse(piece);
  if (live === false) return [];
  const updated = updatedAt ?? now;
  const told = [
    { state: postgridStatuses.get(status ?? ''), at: updated },
    { state: postgridBarcodeStatuses.get(imbStatus ?? ''), at: imbDate ?? updated },
  ];
  return told.flatMap(({ state, at }) => (state === undefined ? [] : [{ piece: id, campaignId, state, at }]));
}

/**
 * Reads an event of PostGrid: the order at that time.
 * @param now time of a status without one
 * @throws {z.ZodError} if it is not an event of PostGrid
 */
export function readPostgridEvent(body: unknown, now: Date): MailEvent[] {
  const { type, data } = z
    .object({ type: z.string().max(100), data: z.unknown().optional() })
    .loose()
    .parse(body);
  return postgridPieces.some((kind) => type.startsWith(`${kind}.`)) ? readPostgridPiece(data, now) : [];
}
