import { createHmac } from 'node:crypto';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { campaignMetadata, type MailEvent } from '../mail-tracking/index.ts';
import type { PostedEvent } from './kind-handler.ts';
import type { Vendor } from './vendor-api.ts';

/** A page of a list of pieces of mail. */
export interface PiecePage {
  /** As the system's API answers them, with addresses: only what says where they are is read of them, and nothing else is stored. */
  pieces: readonly unknown[];
  /** The address of the next page; null after the last. */
  next: string | null;
}

/** Which pieces are listed: those sent between two instants, and maybe others. */
export interface PieceWindow {
  since: Date;
  until: Date;
}

/** A printer whose API lists pieces with their states (docs/connect/lob.md). */
export interface Printer extends Vendor {
  /** The path of the first page. */
  firstPage(window: PieceWindow): string;
  /**
   * Reads the page of an address. After the last page of one kind of pieces comes the first of the next kind.
   * @throws {z.ZodError} when it is no page of pieces
   */
  readPage(body: unknown, address: URL, window: PieceWindow): PiecePage;
  /**
   * Reads a piece of a page: nothing while the post has not seen it.
   * @param now time of a state without one
   * @throws {z.ZodError} when it is no piece of this printer
   */
  readPiece(piece: unknown, now: Date): MailEvent[];
}

/** Pieces of a page: the most that both give. */
export const pageSize = 100;

/** An instant, ISO 8601. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** A printer’s id of a piece. */
export const pieceId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
/** Metadata that the printer got with a piece; only the mailing is read. */
export const metadata = z
  .object({ [campaignMetadata]: z.union([z.string(), z.number()]).transform(String).optional() })
  .nullish()
  .transform((data) => {
    const id = data?.[campaignMetadata]?.trim() ?? '';
    // what is no id of the feed names no mailing, and is not repeated to operators
    return /^[^\s\p{Cc};]{1,200}$/u.test(id) ? id : null;
  });

/** Milliseconds by which the time of a signature may differ from now, so that a recorded request is refused later. */
export const allowedDifference = minutes(5);

/** Reads seconds or milliseconds since 1970; the number of digits tells them apart today. */
function readInstant(text: string): number | null {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return null;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}
/** Whether a time, as text, is within five minutes of now. */
export const isNow = (text: string, now: Date) => {
  const time = readInstant(text);
  return time !== null && Math.abs(time - now.getTime()) <= allowedDifference;
};

/** The hex HMAC-SHA256 of a time, a period and the bytes of the body. */
export const timedSignature = (time: string, body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');

/** A header of a request; empty without it. */
export const headerOf = ({ headers }: PostedEvent, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The most bytes of an event. */
export const maxPrinterEvent = 1024 * 1024;

/** How to give a connection the key of its printer’s API. */
export const keyLine = (key: string, name: string) =>
  `Then give ${key} on standard input of: npm run cli -- connections rotate ${name} --api; pieces are read again each night.`;
/** How parked pieces come again. */
export const readAgain = (name: string) =>
  `What was parked comes with the next reading: npm run cli -- connections sync ${name}`;

export const metadataLine = `Give each piece the metadata ${campaignMetadata}: the id of its mailing in the feed.`;
