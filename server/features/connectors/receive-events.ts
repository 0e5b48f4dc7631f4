import { createHmac, randomBytes } from 'node:crypto';
import { maxEventBytes, receiveConnectionEvent } from '@mailcall/contract/connections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notAllowed, Problem } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import type { Viewer } from '../identity/index.ts';
import { HeldBodies } from '../ingest/index.ts';
import { markCompanyReceived } from './companies.ts';
import { type Connection, findConnection, markReceived } from './connections.ts';
import { RefusedRequests } from './refused-requests.ts';
import type { KindHandler, KindWebhook, PostedEvent } from './kind-handler.ts';
import { type ConnectionSecrets, readSecrets } from './secrets.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** The same for all before the signature is checked, so that they do not reveal which connections exist. */
const limits = { bytes: maxEventBytes, time: 10_000 };
const maxHeldBytes = 16 * maxEventBytes;

/** Milliseconds between a connection's warnings of events that were not signed. */
const warningInterval = minutes(1);

const notSigned = () => notAllowed('The request is not signed for this address.');

/** Replaces a missing secret, so that such requests take as long as others. */
const noSecret = randomBytes(32);

/** Tries every secret, to take the same time. */
async function isSignedWithAny(
  webhook: KindWebhook | undefined,
  event: PostedEvent,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  if (!webhook || secrets.length === 0) {
    createHmac('sha1', noSecret).update(event.body).digest();
    return false;
  }
  let signed = false;
  for (const secret of secrets) if (await webhook.isSigned(event, secret, now)) signed = true;
  return signed;
}

/** Events of an agency are signed with the key of their company. Null for others, and unreadable ones, which have no such key. */
function companyOfEvent(
  handlers: readonly KindHandler[],
  connection: Connection | null,
  event: PostedEvent,
): string | null {
  const agency = connection?.isAgency
    ? handlers.find(({ kind }) => kind === connection.kind)?.agency
    : undefined;
  if (!agency || event.body.length > maxEventBytes / 4) return null;
  try {
    return agency.companyOf(event);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** @throws {Problem} 413 or 415 for bodies that this kind of system does not send */
function checkForm({ types, maxBytes }: KindWebhook, { body, headers }: PostedEvent): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (!types.includes(type.trim())) throw new Problem(415, `Send the event as ${types.join(' or ')}.`);
  if (body.length > maxBytes) throw new Problem(413, `Send at most ${maxBytes} bytes.`);
}

/** Stores events in the transaction of the answer; a job works them off. */
export async function serveConnections(
  routes: RouteServer<Viewer>,
  { database, clock, environment, log }: Pick<Dependencies, 'database' | 'clock' | 'environment' | 'log'>,
  handlers: readonly KindHandler[],
): Promise<void> {
  const sealedTexts = await openSealedTexts(environment);
  const bodies = new HeldBodies(maxHeldBytes);
  const refused = new RefusedRequests({ database, clock }, 'connections');
  const warnedAt = new Map<string, number>();
  /** Warns of a missing or wrong secret, which the system's own pages rarely show. Anybody can send such requests. */
  const warn = ({ name }: Connection, { secrets, problem, now }: ConnectionSecrets & { now: Date }) => {
    if (now.getTime() - (warnedAt.get(name) ?? 0) < warningInterval) return;
    warnedAt.set(name, now.getTime());
    log.warn(
      { connection: name, ...(problem === null ? {} : { problem }) },
      problem !== null
        ? 'an event was refused, because the secret of its connection cannot be opened'
        : secrets.length === 0
          ? 'an event was refused, because its connection has no secret yet; connections rotate gives it one'
          : 'an event that is not signed with the secret of its connection, or long before or after it came, was refused; connections rotate gives it another secret, and the clock of this machine has to be right',
    );
  };
  const webhookOf = (connection: Connection | null) =>
    handlers.find(({ kind }) => kind === connection?.kind)?.webhook;
  routes.serve(receiveConnectionEvent, ({ params, request }) =>
    bodies.hold(request, limits, async (body) => {
      const now = clock.now();
      const event = { body, headers: request.headers };
      const connection = await findConnection(database.kysely, params.connectionId);
      const companyId = companyOfEvent(handlers, connection, event);
      const stored = await readSecrets(
        database.kysely,
        sealedTexts,
        { connection: params.connectionId, purpose: 'webhook', companyId },
        now,
      );
      const webhook = webhookOf(connection);
      const signed = await isSignedWithAny(webhook, event, stored.secrets, now);
      if (connection && !signed) warn(connection, { ...stored, now });
      if (!signed || !connection || !webhook) {
        await refused.add(params.connectionId);
        throw notSigned();
      }
      checkForm(webhook, event);
      await database.transaction(async (transaction) => {
        await webhook.receive(transaction, { ...event, connection, now, sealedTexts, environment });
        await markReceived(transaction, connection.name, now);
        if (companyId !== null)
          await markCompanyReceived(transaction, { connection: connection.name, companyId, now });
      });
      return { received: true as const };
    }),
  );
}
