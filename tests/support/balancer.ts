import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { listenOnLoopback } from './loopback-server.ts';

/** Methods that a balancer may retry if the first attempt's result is unknown; repeating one changes nothing. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT']);

export const servedBy = 'x-served-by';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** The next process gets a refused request, and a repeatable one that broke off. If no process answers, the status is 502. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    // a client may leave before the end of its response; that is no failure
    void balance(agent, inTurn, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: origin,
    close() {
      agent.destroy();
      return close();
    },
  };
}

async function balance(
  agent: Agent,
  ports: readonly number[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await buffer(incoming);
  for (const port of ports) {
    try {
      const { answer, whole } = await forward(agent, port, incoming, { body, outgoing });
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, [servedBy]: port });
      if (whole) outgoing.end(whole);
      else await pipeline(answer, outgoing);
      return;
    } catch (error) {
      if (outgoing.headersSent) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED' && !repeatable.has(incoming.method ?? '')) break;
    }
  }
  outgoing.writeHead(502).end();
}

/** Reads the whole response first, except for streams, so that the request can be repeated. */
async function forward(
  agent: Agent,
  port: number,
  { method, url, headers }: IncomingMessage,
  { body, outgoing }: { body: Buffer; outgoing: ServerResponse },
): Promise<{ answer: IncomingMessage; whole?: Buffer }> {
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path: url, method, headers, agent }, done);
    sent.once('error', failed);
    outgoing.once('close', () => sent.destroy());
    sent.end(body);
  });
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
  return isStream ? { answer } : { answer, whole: await buffer(answer) };
}
