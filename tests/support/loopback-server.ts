import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens on this machine. */
export interface LoopbackServer {
  /** Its origin, without TLS. */
  readonly origin: string;
  /** Ends it with its connections. */
  close(): Promise<void>;
}

/** Has a server listen on a free port of this machine. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON, as the APIs of other systems do. */
export const answerJson = (response: ServerResponse, status: number, body: unknown) =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body));
