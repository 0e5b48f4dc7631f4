import {
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
  userInfo,
} from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { envelopeSchema, type FieldProblems } from '@mailcall/contract/wire/envelope.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { type AnyRoute, pathOf, type RouteInput, type RouteReply } from '@mailcall/contract/wire/route.ts';
import { config } from './config.ts';
import { clearSession, currentSession, type Grants, lastingGrants } from './session-store.ts';

/** A call that did not succeed: its message is for the person (spec 1 §7). */
export class CallFailed extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** What is wrong with each field, when the server says so. */
  readonly problems: FieldProblems | null;

  constructor(message: string, status: number, problems: FieldProblems | null = null) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** What a request to a stale session was: whoever was writing keeps the page with what they typed. */
export type StaleRequest = 'reading' | 'writing';

/** What to do when the server says that the session is stale (409); set by the session feature. */
let onStaleSession: (request: StaleRequest) => void = () => {};
export function whenSessionIsStale(action: (request: StaleRequest) => void): void {
  onStaleSession = action;
}

/** What the issuer answers, be it the identity service or one outside. */
const spokenByIssuer: ReadonlySet<AnyRoute> = new Set([requestToken, startPasswordless, userInfo]);

/** The request headers that carry grants, by the grant's name. */
const grantHeaders: Readonly<Record<string, string>> = { scoreboard: scoreboardGrantHeader };

/** The whole URL of a route. */
export function urlOf(route: AnyRoute, input: { params?: unknown; query?: unknown } = {}): string {
  const query = encodeQuery(input.query as object | undefined);
  const base = spokenByIssuer.has(route) ? config().signIn.issuer : config().services[route.service];
  return base + pathOf(route, input.params as Record<string, string>) + (query ? `?${query}` : '');
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** A token other than the session's: while a session is being made. */
  accessToken?: string;
  /** The grants that go with that token. */
  grants?: Grants;
}

/**
 * Calls a route: adds the token, reads the envelope, and raises {@link CallFailed} for anything but success. A 401 or
 * 403 clears the session, a 409 has it rebuilt (spec 1 §4.1).
 */
export async function call<R extends AnyRoute>(
  route: R,
  input: RouteInput<R> = {},
  options: CallOptions = {},
): Promise<RouteReply<R>> {
  const session = currentSession();
  const token = options.accessToken ?? session?.accessToken;
  const headers = new Headers({ accept: 'application/json' });
  if (route.access !== 'public' && token) headers.set('authorization', `Bearer ${token}`);
  if (route.access !== 'public' && session && !options.accessToken)
    headers.set('x-session-version', session.sessionVersion);
  if (route.access !== 'public') {
    const grants = options.accessToken ? options.grants : session?.grants;
    for (const [name, { value }] of Object.entries(lastingGrants(grants ?? {}))) {
      const header = grantHeaders[name];
      if (header) headers.set(header, value);
    }
  }
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(urlOf(route, input), {
    method: route.method,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: options.signal ?? null,
    credentials: 'same-origin',
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallFailed('The server could not be reached. Check your connection and try again.', 0);
  });
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    return null;
  });
  // an answer to a session that has been replaced since says nothing about the present one
  if (route.access !== 'public' && !options.accessToken && token === currentSession()?.accessToken) {
    if (response.status === 401 || response.status === 403) clearSession('refused');
    // nor does one to a version that was rebuilt meanwhile
    if (response.status === 409 && session?.sessionVersion === currentSession()?.sessionVersion)
      onStaleSession(route.method === 'GET' ? 'reading' : 'writing');
  }
  if (route.answer === 'plain') {
    if (response.ok) return answer as RouteReply<R>;
    const description = (answer as { error_description?: string; message?: string } | null) ?? {};
    throw new CallFailed(
      description.error_description ?? description.message ?? messages.fatal,
      response.status,
    );
  }
  const envelope = envelopeSchema.safeParse(answer);
  if (!envelope.success) {
    // the words of an issuer in between, where it is not the envelope that is spoken (spec 3 §8)
    const said = (answer as { error_description?: unknown } | null)?.error_description;
    throw new CallFailed(typeof said === 'string' ? said : messages.fatal, response.status);
  }
  const { status, message, data } = envelope.data;
  if (status === 'fail') {
    throw new CallFailed(messages.validationFailed, response.status, (data as FieldProblems | null) ?? null);
  }
  if (status === 'error' || !response.ok) throw new CallFailed(message ?? messages.fatal, response.status);
  return data as RouteReply<R>;
}
