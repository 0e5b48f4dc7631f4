import { createHmac } from 'node:crypto';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { campaignMetadata, type MailEvent } from '../mail-tracking/index.ts';
import type { PostedEvent } from './kind-handler.ts';
import type { Vendor } from './vendor-api.ts';

export interface PiecePage {
  /** Pieces as the API answers, with addresses. Only a piece's place is read, and nothing else is stored. */
  pieces: readonly unknown[];
  next: string | null;
}

/** Pieces sent between two instants, and maybe others. */
export interface PieceWindow {
  since: Date;
  until: Date;
}

/** Lists pieces with their states (docs/connect/lob.md). */
export interface Printer extends Vendor {
  firstPage(window: PieceWindow): string;
  /** After the last page of one kind of pieces comes the first of the next kind. @throws {z.ZodError} if it is no page of pieces */
  readPage(body: unknown, address: URL, window: PieceWindow): PiecePage;
  /** Empty until the post has seen the piece; `now` replaces missing times. @throws {z.ZodError} if it is no piece of this printer */
  readPiece(piece: unknown, now: Date): MailEvent[];
}

/** The maximum of both printers. */
export const pageSize = 100;

export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
export const pieceId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
/** Only the mailing is read. */
export const metadata = z
  .object({ [campaignMetadata]: z.union([z.string(), z.number()]).transform(String).optional() })
  .nullish()
  .transform((data) => {
    const id = data?.[campaignMetadata]?.trim() ?? '';
    // another text is no id of the feed, and is not repeated to operators
    return /^[^\s\p{Cc};]{1,200}$/u.test(id) ? id : null;
  });

/** Milliseconds by which a signature's time may differ from now, so that a recorded request is refused later. */
export const allowedDifference = minutes(5);

/** Seconds or milliseconds since 1970, told apart by the number of digits. */
function readInstant(text: string): number | null {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return null;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}
export const isNow = (text: string, now: Date) => {
  const time = readInstant(text);
  return time !== null && Math.abs(time - now.getTime()) <= allowedDifference;
};

/** Hex HMAC-SHA256 of time, period and body. */
export const timedSignature = (time: string, body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');

export const headerOf = ({ headers }: PostedEvent, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Bytes. */
export const maxPrinterEvent = 1024 * 1024;

export const keyLine = (key: string, name: string) =>
  `Then give ${key} on standard input of: npm run cli -- connections rotate ${name} --api; pieces are read again each night.`;
export const readAgain = (name: string) =>
  `What was parked comes with the next reading: npm run cli -- connections sync ${name}`;

export const metadataLine = `Give each piece the metadata ${campaignMetadata}: the id of its mailing in the feed.`;
