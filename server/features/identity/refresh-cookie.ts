import type { FastifyReply, FastifyRequest } from 'fastify';
import { notAllowed } from '../../platform/http/problems.ts';
import { serviceBase } from '../../platform/http/serve.ts';

/** Hidden from scripts and other sites, sent only to the identity service. */
export class RefreshCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(publicUrl: string) {
    this.#secure = publicUrl.startsWith('https:');
    // browsers refuse this prefix from an unencrypted page
    this.#name = this.#secure ? '__Secure-mailcall-refresh' : 'mailcall-refresh';
  }

  read(request: FastifyRequest): string | null {
    return request.cookies[this.#name] ?? null;
  }

  /** @throws {Problem} 403 if another site's page causes the request */
  readOwn(request: FastifyRequest): string | null {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw notAllowed();
    return this.read(request);
  }

  set(reply: FastifyReply, token: string, until: Date): void {
    void reply.setCookie(this.#name, token, { ...this.#attributes(), expires: until });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.#name, this.#attributes());
  }

  #attributes() {
    return { path: serviceBase.identity, httpOnly: true, sameSite: 'strict', secure: this.#secure } as const;
  }
}
