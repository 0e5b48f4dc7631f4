import {
  automaticRequestHeader,
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
  userInfo,
} from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { requestChallenge } from '@mailcall/contract/second-factor.ts';
import { envelopeSchema, type FieldProblems } from '@mailcall/contract/wire/envelope.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import {
  type AnyRoute,
  pathOf,
  type RouteInput,
  type RouteReply,
  type Service,
} from '@mailcall/contract/wire/route.ts';
import { config } from './config.ts';
import { asSent, readAnswer } from './shown-answers.ts';
import {
  clearSession,
  currentSession,
  endClientView,
  type Grants,
  isClientView,
  validGrants,
} from './session-store.ts';

/** A failed call; its message is for the user. */
export class CallFailed extends Error {
  /** HTTP status; 0 if the server was unreachable. */
  readonly status: number;
  readonly problems: FieldProblems | null;
  /** Body of a plain reply, which may say what comes next; otherwise null. */
  readonly answer: unknown;

  constructor(
    message: string,
    status: number,
    problems: FieldProblems | null = null,
    answer: unknown = null,
  ) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.answer = answer;
  }

  get explanation(): string {
    const problems = Object.values(this.problems ?? {});
    return problems.length > 0 ? problems.join(' ') : this.message;
  }
}

/** Message for the user; `otherwise` if `error` is not an Error. */
export const messageOf = (error: unknown, otherwise: string = messages.fatal): string =>
  error instanceof Error ? error.message : otherwise;

export const explanationOf = (error: unknown, otherwise: string = messages.fatal): string =>
  error instanceof CallFailed ? error.explanation : otherwise;

/** Whether something requested does not exist, or not for this user, so that displayed parts of it must go too. */
export const isWithheld = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 403 || error.status === 404);

export class UnreadableAnswer extends CallFailed {
  constructor(status: number) {
    super(messages.fatal, status);
  }
}

/** Kind of request that met a stale session. After a write or an automatic request, the page keeps what the user typed. */
export type StaleRequest = 'reading' | 'writing' | 'automatic';

/** Handles a stale session (409); set by the session feature. */
let onStaleSession: (request: StaleRequest) => void = () => {};
export function setStaleSessionHandler(action: (request: StaleRequest) => void): void {
  onStaleSession = action;
}

/** Routes of the issuer: the identity service or an external one. */
const issuerPaths: ReadonlySet<AnyRoute> = new Set([
  requestToken,
  startPasswordless,
  requestChallenge,
  userInfo,
]);

const grantHeaders: Readonly<Record<string, string>> = { scoreboard: scoreboardGrantHeader };

export function urlOf(route: AnyRoute, input: { params?: unknown; query?: unknown } = {}): string {
  const query = encodeQuery(input.query as object | undefined);
  const base = issuerPaths.has(route)
    ? config().signIn.issuer
    : config().services[route.service as Exclude<Service, 'ingest'>];
  return base + pathOf(route, input.params as Record<string, string>) + (query ? `?${query}` : '');
}

let isAutomatic = false;

/** Marks requests that `work` sends synchronously as automatic; they do not count as use of the session. */
export function automatically<Result>(work: () => Result): Result {
  const before = isAutomatic;
  isAutomatic = true;
  try {
    return work();
  } finally {
    isAutomatic = before;
  }
}

/** Whether requests are currently marked, for a request sent later. */
export const isSentAutomatically = (): boolean => isAutomatic;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  file?: Blob;
  /** Token to use instead of the session's, while a session is being created. */
  accessToken?: string;
  grants?: Grants;
}

/** A response with the session of its request; a later session ignores what it says about the session. */
interface SentRequest {
  response: Response;
  automatic: boolean;
  token: string | undefined;
  sessionVersion: string | undefined;
}

const unreachable = 'The server could not be reached. Check your connection and try again.';

export function identityHeaders(options: CallOptions = {}): Record<string, string> {
  const session = currentSession();
  const token = options.accessToken ?? session?.accessToken;
  const headers: Record<string, string> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (session && !options.accessToken) headers['x-session-version'] = session.sessionVersion;
  const grants = options.accessToken ? options.grants : session?.grants;
  for (const [name, { value }] of Object.entries(validGrants(grants ?? {}))) {
    const header = grantHeaders[name];
    if (header) headers[header] = value;
  }
  return headers;
}

async function send(
  route: AnyRoute,
  given: RouteInput<AnyRoute>,
  options: CallOptions,
): Promise<SentRequest> {
  const input = asSent(given);
  const automatic = isAutomatic;
  const session = currentSession();
  const token = options.accessToken ?? session?.accessToken;
  const headers = new Headers({
    accept: route.replyFormat === 'binary' || route.replyFormat === 'events' ? '*/*' : 'application/json',
    ...(route.access === 'public' ? {} : identityHeaders(options)),
  });
  if (automatic) headers.set(automaticRequestHeader, '1');
  if (options.file) headers.set('content-type', 'application/octet-stream');
  else if (input.body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(urlOf(route, input), {
    method: route.method,
    headers,
    body: options.file ?? (input.body === undefined ? null : JSON.stringify(input.body)),
    signal: options.signal ?? null,
    credentials: 'same-origin',
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallFailed(unreachable, 0);
  });
  return { response, automatic, token, sessionVersion: session?.sessionVersion };
}

function handleSessionErrors(
  route: AnyRoute,
  { response, automatic, token, sessionVersion }: SentRequest,
  options: CallOptions,
): void {
  // the session was replaced meanwhile, so the response does not apply to the current one
  if (route.access === 'public' || options.accessToken || token !== currentSession()?.accessToken) return;
  if (isClientView()) {
    if (response.status === 401 || response.status === 409) endClientView();
    return;
  }
  if (response.status === 401 || response.status === 403) clearSession('refused');
  // the same if the session was refreshed meanwhile
  if (response.status === 409 && sessionVersion === currentSession()?.sessionVersion)
    onStaleSession(automatic ? 'automatic' : route.method === 'GET' ? 'reading' : 'writing');
}

const maxMessageLength = 200;

/** Reads a body exactly as sent: JSON, another server's text, such as a proxy's failure, or null if empty. */
async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return '';
  });
  try {
    return readAnswer(text);
  } catch {
    return text;
  }
}

/** Message of a body without the envelope: a short text, or one in another format; otherwise null. */
function foreignMessage(answer: unknown): string | null {
  // an external issuer describes failures in its own format
  const { error_description, message } = (answer ?? {}) as { error_description?: unknown; message?: unknown };
  const said = [error_description, message, answer].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const text = typeof said === 'string' ? said.trim() : '';
  // a page of HTML is no message
  return text === '' || text.startsWith('<') || text.length > maxMessageLength ? null : text;
}

function envelopeData(answer: unknown, response: Response): unknown {
  // a proxy may have lower limits, and its responses lack the envelope
  if (response.status === 414 || response.status === 431)
    throw new CallFailed(messages.requestTooLong, response.status);
  const envelope = envelopeSchema.safeParse(answer);
  if (!envelope.success) {
    throw response.ok
      ? new UnreadableAnswer(response.status)
      : new CallFailed(foreignMessage(answer) ?? messages.fatal, response.status);
  }
  const { status, message, data } = envelope.data;
  if (status === 'fail') {
    throw new CallFailed(messages.validationFailed, response.status, (data as FieldProblems | null) ?? null);
  }
  if (status === 'error' || !response.ok) throw new CallFailed(message ?? messages.fatal, response.status);
  return data;
}

/** Calls a route and reads the envelope. 401 and 403 clear the session; 409 refreshes it. Throws {@link CallFailed} unless it succeeds. */
export async function call<R extends AnyRoute>(
  route: R,
  input: RouteInput<R> = {},
  options: CallOptions = {},
): Promise<RouteReply<R>> {
  const sent = await send(route, input, options);
  const { response } = sent;
  const answer = await readBody(response, options.signal);
  handleSessionErrors(route, sent, options);
  if (route.replyFormat === 'plain') {
    if (response.ok) return answer as RouteReply<R>;
    throw new CallFailed(foreignMessage(answer) ?? messages.fatal, response.status, null, answer);
  }
  return envelopeData(answer, response) as RouteReply<R>;
}

export interface ReceivedFile {
  bytes: Blob;
  name: string | null;
}

export async function callForFile<R extends AnyRoute>(
  route: R,
  input: RouteInput<R> = {},
  options: CallOptions = {},
): Promise<ReceivedFile> {
  const sent = await send(route, input, options);
  const { response } = sent;
  handleSessionErrors(route, sent, options);
  if (!response.ok) envelopeData(await readBody(response, options.signal), response);
  const disposition = response.headers.get('content-disposition') ?? '';
  const bytes = await response.blob().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallFailed(unreachable, 0);
  });
  return { bytes, name: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null };
}

export async function callForStream<R extends AnyRoute>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const sent = await send(route, input, options);
  const { response } = sent;
  handleSessionErrors(route, sent, options);
  if (!response.ok) envelopeData(await readBody(response, options.signal), response);
  if (!response.body) throw new CallFailed(unreachable, 0);
  return response.body;
}

/** Whether old rows may stay while new ones load. Rows of other accounts or dates must not. */
export const isSameRequest = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Random UUID for a request that may be repeated; `crypto.randomUUID` is missing on pages without https. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
