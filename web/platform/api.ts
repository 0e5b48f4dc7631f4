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
import { clearSession, currentSession, type Grants, validGrants } from './session-store.ts';

/** A call that did not succeed: its message is for the person. */
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

/** A call that succeeded by its status, but whose answer was empty or nothing that can be read. */
export class UnreadableAnswer extends CallFailed {
  constructor(status: number) {
    super(messages.fatal, status);
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
const issuerPaths: ReadonlySet<AnyRoute> = new Set([requestToken, startPasswordless, userInfo]);

/** The request headers that carry grants, by the grant's name. */
const grantHeaders: Readonly<Record<string, string>> = { scoreboard: scoreboardGrantHeader };

/** The whole URL of a route. */
export function urlOf(route: AnyRoute, input: { params?: unknown; query?: unknown } = {}): string {
  const query = encodeQuery(input.query as object | undefined);
  const base = issuerPaths.has(route) ? config().signIn.issuer : config().services[route.service];
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

/** The session's part in a request: what it was sent with, to tell whether its answer is about the present session. */
interface Sent {
  response: Response;
  token: string | undefined;
  sessionVersion: string | undefined;
}

const notReached = 'The server could not be reached. Check your connection and try again.';

async function send(route: AnyRoute, input: RouteInput<AnyRoute>, options: CallOptions): Promise<Sent> {
  const session = currentSession();
  const token = options.accessToken ?? session?.accessToken;
  const headers = new Headers({ accept: route.answer === 'binary' ? '*/*' : 'application/json' });
  if (route.access !== 'public' && token) headers.set('authorization', `Bearer ${token}`);
  if (route.access !== 'public' && session && !options.accessToken)
    headers.set('x-session-version', session.sessionVersion);
  if (route.access !== 'public') {
    const grants = options.accessToken ? options.grants : session?.grants;
    for (const [name, { value }] of Object.entries(validGrants(grants ?? {}))) {
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
    throw new CallFailed(notReached, 0);
  });
  return { response, token, sessionVersion: session?.sessionVersion };
}

/** A 401 or 403 clears the session, a 409 has it rebuilt. */
function applySession(
  route: AnyRoute,
  { response, token, sessionVersion }: Sent,
  options: CallOptions,
): void {
  // an answer to a session that has been replaced since says nothing about the present one
  if (route.access === 'public' || options.accessToken || token !== currentSession()?.accessToken) return;
  if (response.status === 401 || response.status === 403) clearSession('refused');
  // nor does one to a version that was rebuilt meanwhile
  if (response.status === 409 && sessionVersion === currentSession()?.sessionVersion)
    onStaleSession(route.method === 'GET' ? 'reading' : 'writing');
}

/** The data of an enveloped answer; raises what the envelope says for anything but success. */
function opened(answer: unknown, response: Response): unknown {
  // a server in between may take less than ours, and does not speak the envelope
  if (response.status === 414 || response.status === 431)
    throw new CallFailed(messages.requestTooLong, response.status);
  const envelope = envelopeSchema.safeParse(answer);
  if (!envelope.success) {
    // the words of an issuer in between, where it is not the envelope that is spoken
    const said = (answer as { error_description?: unknown } | null)?.error_description;
    if (typeof said === 'string') throw new CallFailed(said, response.status);
    throw response.ok
      ? new UnreadableAnswer(response.status)
      : new CallFailed(messages.fatal, response.status);
  }
  const { status, message, data } = envelope.data;
  if (status === 'fail') {
    throw new CallFailed(messages.validationFailed, response.status, (data as FieldProblems | null) ?? null);
  }
  if (status === 'error' || !response.ok) throw new CallFailed(message ?? messages.fatal, response.status);
  return data;
}

/**
 * Calls a route: adds the token, reads the envelope, and raises {@link CallFailed} for anything but success. A 401 or
 * 403 clears the session, a 409 has it rebuilt.
 */
export async function call<R extends AnyRoute>(
  route: R,
  input: RouteInput<R> = {},
  options: CallOptions = {},
): Promise<RouteReply<R>> {
  const sent = await send(route, input, options);
  const { response } = sent;
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    return null;
  });
  applySession(route, sent, options);
  if (route.answer === 'plain') {
    if (response.ok) return answer as RouteReply<R>;
    const description = (answer as { error_description?: string; message?: string } | null) ?? {};
    throw new CallFailed(
      description.error_description ?? description.message ?? messages.fatal,
      response.status,
    );
  }
  return opened(answer, response) as RouteReply<R>;
}

/** A file that a route answers. */
export interface ReceivedFile {
  bytes: Blob;
  /** As the server names it; null when it does not. */
  name: string | null;
}

/** Calls a route that answers a file: the body directly. Raises {@link CallFailed} as {@link call} does. */
export async function callForFile<R extends AnyRoute>(
  route: R,
  input: RouteInput<R> = {},
  options: CallOptions = {},
): Promise<ReceivedFile> {
  const sent = await send(route, input, options);
  const { response } = sent;
  applySession(route, sent, options);
  if (!response.ok) opened(await response.json().catch(() => null), response);
  const disposition = response.headers.get('content-disposition') ?? '';
  const bytes = await response.blob().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallFailed(notReached, 0);
  });
  return { bytes, name: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null };
}

/** Calls a route that answers as long as it lasts. Raises {@link CallFailed} as {@link call} does. */
export async function callForStream<R extends AnyRoute>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const sent = await send(route, input, options);
  const { response } = sent;
  applySession(route, sent, options);
  if (!response.ok) opened(await response.json().catch(() => null), response);
  if (!response.body) throw new CallFailed(notReached, 0);
  return response.body;
}
