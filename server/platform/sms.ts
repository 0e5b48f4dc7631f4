import { seconds } from '@mailcall/contract/time/durations.ts';

export interface Texter {
  /**
   * Sends a message; a repetition has the same `id`.
   * @throws {Error} if the message was not accepted; does not contain the recipient
   */
  send(message: { id: string; to: string; text: string }): Promise<void>;
}

/** Milliseconds for the provider to answer. */
const timeout = seconds(20);

/** Sends text messages by webhook: `POST {to, text}` as JSON; any 2xx accepts. `Idempotency-Key` names the message. */
export function webhookTexter(url: string): Texter {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
  };
  return {
    async send({ id, ...message }) {
      const answer = await fetch(target, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': id },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (!answer?.ok) throw new Error(`The text message was not taken (${answer?.status ?? 'no answer'}).`);
    },
  };
}
