import { z } from 'zod';
import {
  campaignMetadata,
  lobEvents,
  lobPieces,
  postgridBarcodeStatuses,
  postgridPieces,
  postgridStatuses,
} from './event-tables.ts';
import type { MailEvent } from './mail-event.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const pieceId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
/** What the printer was given with a piece; only the mailing is read of it. */
const metadata = z
  .object({ [campaignMetadata]: z.union([z.string(), z.number()]).transform(String).optional() })
  .nullish()
  .transform((data) => {
    const id = data?.[campaignMetadata]?.trim() ?? '';
    // what is no id of the feed names no mailing, and is not repeated to operators
    return /^[^\s\p{Cc};]{1,200}$/u.test(id) ? id : null;
  });

const lobEvent = z.object({
  id: z.string().max(200),
  event_type: z.object({ id: z.string().max(100) }),
  date_created: instant,
  body: z.object({ id: pieceId, metadata }),
});

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
  return [{ piece: event.body.id, campaignId: event.body.metadata, state, at: event.date_created }];
}

const postgridEvent = z.object({
  type: z.string().max(100),
  data: z.object({
    id: pieceId,
    status: z.string().max(100).nullish(),
    imbStatus: z.string().max(100).nullish(),
    imbDate: instant.nullish(),
    updatedAt: instant.nullish(),
    metadata,
  }),
});

/**
 * Reads an event of PostGrid, which has the status of the order and that of its barcode.
 * @param now when a status is from that has no time
 * @throws {z.ZodError} when it is none of PostGrid's
 */
export function readPostgridEvent(body: unknown, now: Date): MailEvent[] {
  const { type } = z
    .object({ type: z.string().max(100) })
    .loose()
    .parse(body);
  if (!postgridPieces.some((kind) => type.startsWith(`${kind}.`))) return [];
  const { data } = postgridEvent.parse(body);
  const updated = data.updatedAt ?? now;
  const told = [
    { state: postgridStatuses.get(data.status ?? ''), at: updated },
    { state: postgridBarcodeStatuses.get(data.imbStatus ?? ''), at: data.imbDate ?? updated },
  ];
  return told.flatMap(({ state, at }) =>
    state === undefined ? [] : [{ piece: data.id, campaignId: data.metadata, state, at }],
  );
}
