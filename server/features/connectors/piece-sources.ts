import { days } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
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
export interface PieceSource extends Vendor {
  /** The path of the first page. */
  firstPage(window: PieceWindow): string;
  /**
   * Reads the page of an address. After the last page of one kind of pieces comes the first of the next kind.
   * @throws {z.ZodError} when it is no page of pieces
   */
  readPage(body: unknown, address: URL, window: PieceWindow): PiecePage;
}

/** Pieces of a page: the most that both give. */
const pageSize = 100;

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
/** The next page with the window: examples of such addresses have none, and without it a list would not end at its beginning. */
function withinWindow(next: URL, window: PieceWindow): string {
  for (const [name, value] of Object.entries(sentWithin(window))) next.searchParams.set(name, value);
  return next.href;
}

/** Lob: 150 requests of a list in five seconds, of which most are left to others. */
const lob: PieceSource = {
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
};

const postgridLists = ['/print-mail/v1/postcards', '/print-mail/v1/letters', '/print-mail/v1/self_mailers'];
const postgridPage = z.object({
  data: z.array(z.unknown()).max(1000),
  totalCount: z.number().int().min(0),
});
const madeAt = z.object({
  createdAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
});
const postgridPath = (list: string, skip: number) => `${list}?skip=${skip}&limit=${pageSize}`;
/** Milliseconds by which an order can be made before it is sent, and is still found. */
const orderedAhead = days(30);

/**
 * Whether a list goes on with older orders only. No order of its lists is documented, so this is said of a page alone that begins with
 * its newest order and ends with its oldest.
 */
function endsBefore(data: readonly unknown[], { since }: PieceWindow): boolean {
  const times = data.map((one) => madeAt.safeParse(one).data?.createdAt ?? Number.NaN);
  const [first = Number.NaN] = times;
  const last = times.at(-1) ?? Number.NaN;
  return first > last && times.every((time) => time < since.getTime() - orderedAhead);
}

/** PostGrid: it names no limit of requests and no filter by date. */
const postgrid: PieceSource = {
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
};

/** The printers from which states of pieces are pulled, by the kind of their connections. */
export const pieceSources: Readonly<Record<string, PieceSource>> = { lob, postgrid };
