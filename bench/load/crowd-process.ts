import { get, type ClientRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { downloadCalls, requestDownload } from '@mailcall/contract/exports.ts';
import { listCalls } from '@mailcall/contract/calls.ts';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { resolveCall } from '@mailcall/contract/resolve.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';

/* Event streams and slow clients in a separate process, which another process starts and queries. */

export interface CrowdOrder {
  base: string;
  people: readonly { token: string; accountIds: string[] }[];
  streams: number;
  slow: number;
}

export interface CrowdState {
  open: number;
  events: number;
  ended: number;
  /** Connected slow clients by behavior, and how often the portal has disconnected one. */
  slow: Readonly<Record<string, number>>;
  sentAway: Readonly<Record<string, number>>;
}

const bytesPerSecond = 300;

/** Requested at once, about 5 MB. Half fits into the connection's buffers; the portal holds the rest. */
const lists = 12;

let order: CrowdOrder | null = null;
const state = { open: 0, events: 0, ended: 0 };
const slow: Record<string, number> = {};
const sentAway: Record<string, number> = {};
const requests = new Set<ClientRequest>();
const sockets = new Set<Socket>();
let stopping = false;

const add = (counts: Record<string, number>, name: string, by: number) => {
  counts[name] = (counts[name] ?? 0) + by;
};

function openStream({ base, people }: CrowdOrder, number: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const person = people[number % people.length];
  if (!person) return Promise.reject(new Error('There are no people.'));
  const query = encodeQuery({ accountIds: person.accountIds });
  const headers = { authorization: `Bearer ${person.token}` };
  const stream = get(
    `${base}${serviceBase.data}${liveUpdates.path}?${query}`,
    { agent: false, headers },
    (answer) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`A stream was answered with ${answer.statusCode}.`));
      state.open += 1;
      answer.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: changed')) state.events += 1;
      });
      answer.once('close', () => {
        state.open -= 1;
        state.ended += 1;
      });
      resolve();
    },
  );
  stream.on('error', reject);
  requests.add(stream);
  return promise;
}

type SlowClient = (
  order: CrowdOrder,
  number: number,
) => Promise<{ opening: string; drip: (socket: Socket) => void }>;

const hostOf = (base: string) => `Host: ${new URL(base).host}\r\n`;
const personOf = ({ people }: CrowdOrder, number: number) => {
  const person = people[number % people.length];
  if (!person) throw new Error('There are no people.');
  return person;
};

const takeSlowly = (socket: Socket) => void socket.read(bytesPerSecond);
const sendSlowly = (socket: Socket) => void socket.write('a'.repeat(bytesPerSecond));

const slowClients: Readonly<Record<string, SlowClient>> = {
  /** Lists of 500 rows, uncompressed: more than the socket buffers take. */
  async 'reads lists'(given, number) {
    const { token, accountIds } = personOf(given, number);
    const query = encodeQuery({ accountIds, pageSize: 500, filters: { outcome: ['all calls'] } });
    const path = `${serviceBase.data}${listCalls.path}?${query}`;
    const opening = `GET ${path} HTTP/1.1\r\n${hostOf(given.base)}Authorization: Bearer ${token}\r\n\r\n`;
    return { opening: opening.repeat(lists), drip: takeSlowly };
  },
  async 'reads an export'(given, number) {
    const { token, accountIds } = personOf(given, number);
    const answer = await fetch(`${given.base}${serviceBase.data}${requestDownload.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        accountIds: accountIds.slice(0, 1),
        filters: { outcome: ['all calls'] },
        acceptedTerms: true,
        authorizedReceiver: true,
      }),
    });
    if (!answer.ok) throw new Error(`A download was answered with ${answer.status}.`);
    const { data } = (await answer.json()) as { data: { slt: string } };
    const path = `${serviceBase.data}${downloadCalls.path}?${encodeQuery({ slt: data.slt })}`;
    return { opening: `GET ${path} HTTP/1.1\r\n${hostOf(given.base)}\r\n`, drip: takeSlowly };
  },
  async 'sends headers'(given) {
    return {
      opening: `GET /health/live HTTP/1.1\r\n${hostOf(given.base)}X-Slow: `,
      drip: sendSlowly,
    };
  },
  async 'sends a body'(given, number) {
    const { token } = personOf(given, number);
    const path = `${serviceBase.data}${pathOf(resolveCall, { id: 'none' })}`;
    const opening = `POST ${path} HTTP/1.1\r\n${hostOf(given.base)}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"`;
    return { opening, drip: sendSlowly };
  },
};

async function stayConnected(given: CrowdOrder, number: number): Promise<void> {
  const kinds = Object.entries(slowClients);
  const [name, client] = kinds[number % kinds.length] ?? [];
  if (!name || !client || stopping) return;
  const { opening, drip } = await client(given, number);
  const { hostname, port } = new URL(given.base);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.add(socket);
  // unread bytes stay in the buffer
  socket.on('readable', () => {});
  socket.on('error', () => {});
  socket.write(opening);
  add(slow, name, 1);
  const dripping = setInterval(() => drip(socket), 1000);
  socket.once('close', () => {
    clearInterval(dripping);
    sockets.delete(socket);
    add(slow, name, -1);
    if (stopping) return;
    add(sentAway, name, 1);
    void stayConnected(given, number).catch((error: Error) => add(sentAway, error.message, 1));
  });
}

async function open(given: CrowdOrder): Promise<void> {
  order = given;
  const numbers = Array.from({ length: given.streams }, (_, number) => number);
  for (let at = 0; at < numbers.length; at += 20)
    await Promise.all(numbers.slice(at, at + 20).map((number) => openStream(given, number)));
  for (let number = 0; number < given.slow; number += 1) await stayConnected(given, number);
}

process.on('message', (message: CrowdOrder | 'state' | 'stop') => {
  if (message === 'stop') {
    stopping = true;
    for (const request of requests) request.destroy();
    for (const socket of sockets) socket.destroy();
    process.disconnect();
  } else if (message === 'state') process.send?.({ ...state, slow, sentAway } satisfies CrowdState);
  else if (order === null) void open(message).then(() => process.send?.('open'));
});
