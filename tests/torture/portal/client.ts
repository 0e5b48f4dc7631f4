import { setTimeout as pause } from 'node:timers/promises';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { testPassword } from '../../support/test-app.ts';
import type { Acknowledged } from './acknowledged.ts';
import { ownerEmail } from './world.ts';

/** Milliseconds after which a request without an answer is sent again. */
const answerTimeout = 60_000;
const repeatDelay = 50;

const repeatable: ReadonlySet<number> = new Set([409, 429, 503]);

export interface PortalRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | URLSearchParams;
}

/** A client of a portal with several web processes, which sends what was not answered again, like a balancer and a browser. */
export class PortalClient {
  readonly urls: readonly string[];
  /** Answers that should not happen: errors of the server, and refusals of right requests. */
  readonly faults: string[] = [];
  readonly #acknowledged: Acknowledged;
  #next = 0;
  #token = '';

  constructor(urls: readonly string[], acknowledged: Acknowledged) {
    this.urls = urls;
    this.#acknowledged = acknowledged;
  }

  async signIn(): Promise<void> {
    const body = JSON.stringify({
      grant_type: passwordRealmGrant,
      username: ownerEmail,
      password: testPassword,
      realm: 'password',
    });
    const answer = await this.deliver({
      method: 'POST',
      path: '/api/identity/oauth/token',
      headers: { 'content-type': 'application/json' },
      body,
    });
    this.#token = (answer as { access_token: string }).access_token;
  }

  get person(): Record<string, string> {
    return { ...this.reader, 'content-type': 'application/json' };
  }

  get reader(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` };
  }

  /** Sends a request to one process after the other until it is answered by 200; returns what was answered. */
  async deliver(request: PortalRequest): Promise<unknown> {
    for (;;) {
      this.#next += 1;
      const url = this.urls[this.#next % this.urls.length] ?? '';
      const { status, text } = await this.send(url, request);
      if (status === 200) {
        this.#acknowledged.answered += 1;
        return JSON.parse(text);
      }
      if (status !== 0 && !repeatable.has(status)) {
        this.faults.push(`${request.method} ${request.path} was answered ${status}: ${text}`);
        if (this.faults.length > 50) throw new Error(this.faults.join('\n'));
      }
      this.#acknowledged.countRepeated(status === 0 ? 'no answer' : String(status));
      await pause(repeatDelay);
    }
  }

  /** Sends a request once; 0 without a complete answer. */
  async send(
    url: string,
    { method, path, headers = {}, body }: PortalRequest,
  ): Promise<{ status: number; text: string }> {
    try {
      const signal = AbortSignal.timeout(answerTimeout);
      const answer = await fetch(`${url}${path}`, { method, headers, signal, ...(body && { body }) });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }
}
