import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import { z } from 'zod';
import type { MailEvent } from '../../mail-tracking/index.ts';
import { instant, metadata, pageSize, pieceId, type PieceWindow, type Printer } from '../printer.ts';

/** Events without the kind of the piece. Others say nothing about its place. */
export const lobEvents: ReadonlyMap<string, PieceState> = new Map([
  ['mailed', 'entered'],
  ['in_transit', 'entered'],
  ['re-routed', 'entered'],
  ['international_exit', 'entered'],
  ['in_local_area', 'near'],
  ['processed_for_delivery', 'near'],
  ['pickup_available', 'near'],
  ['delivered', 'delivered'],
  ['returned_to_sender', 'returned'],
]);
const lobPieces = ['postcard', 'letter', 'letter.certified', 'self_mailer'] as const;

/** `time` is when the post registered the scan, `date_created` when Lob published it. */
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

const eventsOfLob = ({ id, metadata: campaignId, tracking_events: events }: z.infer<typeof lobPiece>) =>
  events.map((event): MailEvent => ({ piece: id, campaignId, ...event }));

/** Empty for events about something else than a piece's place. @throws {z.ZodError} if it is not an event of Lob */
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

const lobLists = ['/v1/postcards', '/v1/letters', '/v1/self_mailers'];
const lobPage = z.object({
  data: z.array(z.unknown()).max(1000),
  // without it a list would silently end after its first page
  next_url: z
    .string()
    .refine((text) => URL.canParse(text, 'https://api.lob.com'))
    .nullable(),
});
const sentWithin = ({ since, until }: PieceWindow) => ({
  'send_date[gte]': since.toISOString(),
  'send_date[lt]': until.toISOString(),
});
const lobPath = (list: string, window: PieceWindow) =>
  `${list}?${new URLSearchParams({ limit: String(pageSize), ...sentWithin(window) }).toString()}`;
/** Adds the window, which documented next addresses lack; without it a list would not end at its beginning. */
function withinWindow(next: URL, window: PieceWindow): string {
  for (const [name, value] of Object.entries(sentWithin(window))) next.searchParams.set(name, value);
  return next.href;
}

/** 150 list requests in five seconds, of which most are left to others. */
export const lob: Printer = {
  name: 'Lob',
  origin: 'https://api.lob.com',
  secretForm: 'the live secret key',
  interval: 200,
  limitPause: 5_000,
  headers: (secret) => ({ authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` }),
  firstPage: (window) => lobPath(lobLists[0] ?? '', window),
  readPage(body, address, window) {
    const { data, next_url: next } = lobPage.parse(body);
    if (next) return { pieces: data, next: withinWindow(new URL(next, address), window) };
    const following = lobLists[lobLists.indexOf(address.pathname) + 1];
    return { pieces: data, next: following === undefined ? null : lobPath(following, window) };
  },
  readPiece: (piece) => eventsOfLob(lobPiece.parse(piece)),
};
