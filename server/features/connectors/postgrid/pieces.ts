import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { MailEvent } from '../../mail-tracking/index.ts';
import { instant, metadata, pageSize, pieceId, type PieceWindow, type Printer } from '../printer.ts';

export const postgridStatuses: ReadonlyMap<string, PieceState> = new Map([
  ['processed_for_delivery', 'entered'],
  ['completed', 'delivered'],
]);
export const postgridBarcodeStatuses: ReadonlyMap<string, PieceState> = new Map([
  ['entered_mail_stream', 'entered'],
  ['out_for_delivery', 'near'],
  ['returned_to_sender', 'returned'],
]);
const postgridPieces = ['letter', 'postcard', 'self_mailer', 'selfmailer'] as const;

const postgridOrder = z.object({
  id: pieceId,
  status: z.string().max(100).nullish(),
  imbStatus: z.string().max(100).nullish(),
  imbDate: instant.nullish(),
  updatedAt: instant.nullish(),
  live: z.boolean().nullish(),
  metadata,
});

/** `now` replaces missing times of a status. Test orders are never sent, and give no events. @throws {z.ZodError} for an invalid order */
function readPostgridPiece(piece: unknown, now: Date): MailEvent[] {
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

/** `now` replaces missing times of a status. @throws {z.ZodError} if it is not an event of PostGrid */
export function readPostgridEvent(body: unknown, now: Date): MailEvent[] {
  const { type, data } = z
    .object({ type: z.string().max(100), data: z.unknown().optional() })
    .loose()
    .parse(body);
  return postgridPieces.some((kind) => type.startsWith(`${kind}.`)) ? readPostgridPiece(data, now) : [];
}

const postgridLists = ['/print-mail/v1/postcards', '/print-mail/v1/letters', '/print-mail/v1/self_mailers'];
const postgridPage = z.object({
  data: z.array(z.unknown()).max(1000),
  totalCount: z.number().int().min(0),
});
const madeAt = z.object({
  createdAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
});
const postgridPath = (list: string, skip: number) => `${list}?skip=${skip}&limit=${pageSize}`;
/** Milliseconds by which an order may precede its sending and is still found. */
const orderedAhead = days(30);

/** True if only older orders follow. PostGrid documents no order, so only a page from its newest to its oldest order counts. */
function endsBefore(data: readonly unknown[], { since }: PieceWindow): boolean {
  const times = data.map((one) => madeAt.safeParse(one).data?.createdAt ?? Number.NaN);
  const [first = Number.NaN] = times;
  const last = times.at(-1) ?? Number.NaN;
  return first > last && times.every((time) => time < since.getTime() - orderedAhead);
}

/** PostGrid documents no request limit and no filter by date. */
export const postgrid: Printer = {
  name: 'PostGrid',
  origin: 'https://api.postgrid.com',
  secretForm: 'the live API key',
  interval: 1_000,
  headers: (secret) => ({ 'x-api-key': secret }),
  firstPage: () => postgridPath(postgridLists[0] ?? '', 0),
  readPage(body, { pathname, searchParams }, window) {
    const { data, totalCount } = postgridPage.parse(body);
    const read = Number(searchParams.get('skip') ?? 0) + data.length;
    if (data.length > 0 && read < totalCount && !endsBefore(data, window))
      return { pieces: data, next: postgridPath(pathname, read) };
    const following = postgridLists[postgridLists.indexOf(pathname) + 1];
    return { pieces: data, next: following === undefined ? null : postgridPath(following, 0) };
  },
  readPiece: readPostgridPiece,
};
