import type { FastifyReply, FastifyRequest } from 'fastify';
import { notAllowed } from '../../platform/http/problems.ts';
import { serviceBase } from '../../platform/http/serve.ts';

/** The cookie that holds the refresh token: no script reads it, no other site sends it, only the identity service gets it. */
export class RefreshCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string) {
    this.#secure = publicUrl.startsWith('https:');
    // the prefix has browsers refuse one that a page without encryption set
    this.#name = this.#secure ? '__Secure-mailcall-refresh' : 'mailcall-refresh';
  }

  /** The refresh token of a request; null without one. */
  read(request: FastifyRequest): string | null {
    return request.cookies[this.#name] ?? null;
  }

  /**
   * The refresh token of a request that is to be renewed by it.
   * @throws a 403 Problem when a page of another site makes the browser ask.
   */
  readOwn(request: FastifyRequest): string | null {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw notAllowed();
    return this.read(request);
  }

  /** Gives the browser a refresh token to keep until the session ends at the latest. */
  set(reply: FastifyReply, token: string, until: Date): void {
    void reply.setCookie(this.#name, token, { ...this.#attributes(), expires: until });
  }

  /** Has the browser forget it. */
  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.#name, this.#attributes());
  }

  #attributes() {
    return { path: serviceBase.identity, httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}
