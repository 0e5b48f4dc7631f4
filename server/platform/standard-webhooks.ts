import { createHmac, randomBytes } from 'node:crypto';
import { loopbackHosts, outsideProblem, privateNetwork } from './outside-requests.ts';

const secretStart = 'whsec_';
const secretBytes = 32;

export const newSigningSecret = (): string => secretStart + randomBytes(secretBytes).toString('base64');

/** As Standard Webhooks encode it. */
const bytesOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(secretStart.length), 'base64');

/** Signed according to Standard Webhooks. */
export function signedHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', bytesOfSecret(secret))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Mailcall',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Origins to which a post may go although they are not public. */
export const privateOriginsFor = (url: URL, privateOrigins: readonly string[]): readonly string[] =>
  loopbackHosts.has(url.hostname) ? [...privateOrigins, url.origin] : privateOrigins;

/** Null if posts may go to the URL. */
export function receiverUrlProblem(text: string, privateOrigins: readonly string[]): string | null {
  if (!URL.canParse(text)) return 'This is not an address.';
  const url = new URL(text);
  if (url.username || url.password || url.hash) return 'Use an address without a user, password or fragment.';
  const problem = outsideProblem(url, privateOriginsFor(url, privateOrigins));
  return problem === privateNetwork
    ? 'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.'
    : problem;
}
