import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerJson, listenOnLoopback, type LoopbackServer } from './loopback-server.ts';

export type PrinterPiece = Readonly<Record<string, unknown>> & { id: string };

export type PrinterList = 'postcards' | 'letters' | 'self_mailers';

/** A server that follows the documentation of Lob and PostGrid: lists of pieces, newest first. */
export interface PrinterServer extends LoopbackServer {
  readonly key: string;
  pieces: Record<PrinterList, PrinterPiece[]>;
  pageSize: number;
  readonly asked: string[];
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const timeOf = (value: unknown) => Date.parse(String(value));
const newestFirst = (pieces: readonly PrinterPiece[], made: string) =>
  pieces.toSorted((one, other) => timeOf(other[made]) - timeOf(one[made]));

export async function startPrinterServer(): Promise<PrinterServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', state.origin);
    state.asked.push(`${url.pathname}${url.search}`);
    if (state.instead(request, response)) return;
    const [, isLob, list] =
      /^\/(v1|print-mail\/v1)\/(postcards|letters|self_mailers)$/.exec(url.pathname) ?? [];
    if (list === undefined) return answerJson(response, 404, { error: 'not found' });
    const isPermitted =
      isLob === 'v1'
        ? request.headers.authorization === `Basic ${Buffer.from(`${state.key}:`).toString('base64')}`
        : request.headers['x-api-key'] === state.key;
    if (!isPermitted) return answerJson(response, 401, { error: { message: 'Your API key is not valid.' } });
    const pieces = state.pieces[list as PrinterList];
    if (isLob === 'v1') answerLob(pieces, url, response);
    else answerPostgrid(pieces, url, response);
  });
  const sizeOf = ({ searchParams }: URL) => Math.min(state.pageSize, Number(searchParams.get('limit') ?? 10));
  /** Pages by cursor; each response has the next page's URL. */
  function answerLob(all: readonly PrinterPiece[], url: URL, response: ServerResponse): void {
    const [since, until] = ['gte', 'lt'].map((name) => timeOf(url.searchParams.get(`send_date[${name}]`)));
    const listed = newestFirst(all, 'date_created').filter(
      ({ send_date: sent }) => timeOf(sent) >= Number(since) && timeOf(sent) < Number(until),
    );
    const after = url.searchParams.get('after');
    const from = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
    const data = listed.slice(from, from + sizeOf(url));
    const next = new URL(url.pathname, state.origin);
    next.searchParams.set('limit', url.searchParams.get('limit') ?? '10');
    next.searchParams.set('after', data.at(-1)?.id ?? '');
    const isLast = from + data.length >= listed.length;
    answerJson(response, 200, {
      data,
      object: 'list',
      next_url: isLast ? null : next.href,
      previous_url: null,
      count: data.length,
    });
  }
  function answerPostgrid(all: readonly PrinterPiece[], url: URL, response: ServerResponse): void {
    const skip = Number(url.searchParams.get('skip') ?? 0);
    const data = newestFirst(all, 'createdAt').slice(skip, skip + sizeOf(url));
    answerJson(response, 200, { object: 'list', totalCount: all.length, skip, limit: sizeOf(url), data });
  }
  const state: PrinterServer = {
    ...(await listenOnLoopback(server)),
    key: 'live_key_of_a_printer',
    pieces: { postcards: [], letters: [], self_mailers: [] },
    pageSize: 100,
    asked: [],
    instead: () => false,
  };
  return state;
}
