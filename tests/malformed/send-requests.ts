import { Agent, request as httpRequest } from 'node:http';
import type { RandomRequest } from './random-request.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The most of a body that is read, in characters. */
const mostRead = 2_000_000;

/** Milliseconds in which an answer has to begin. */
const patience = 60_000;

export class RequestSender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Reads only the beginning of an endless stream. Null if the connection was closed without an answer; throws if none ever comes. */
  send({ method, path, headers, body }: Omit<RandomRequest, 'route'>): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      const sending = httpRequest(
        {
          host: '127.0.0.1',
          port: this.#port,
          agent: this.#agent,
          method,
          path,
          // without it a body of some methods would be read as the next request
          headers: body === null ? headers : { ...headers, 'content-length': String(body.length) },
        },
        (response) => {
          let text = '';
          const done = () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: text,
            });
          response.setEncoding('latin1').on('data', (part: string) => {
            if (text.length < mostRead) text += part;
            if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
          });
          response.on('close', done);
          response.on('error', done);
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
        else reject(error);
      });
      sending.setTimeout(patience, () => sending.destroy(new Error(`${method} ${path} is not answered.`)));
      sending.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
