/** What sends text messages. */
export interface Texter {
  /**
   * Sends a message. One that is sent again has the same `id`.
   * @throws {Error} when the message was not taken, without its recipient.
   */
  send(message: { id: string; to: string; text: string }): Promise<void>;
}

/** Milliseconds in which the provider has to answer. */
const timeout = 20_000;

/**
 * Text messages through an HTTP webhook: `POST {to, text}` as JSON, any 2xx counts as accepted. The header
 * `Idempotency-Key` identifies the message. A user and password in the URL go as Basic authorization.
 */
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
