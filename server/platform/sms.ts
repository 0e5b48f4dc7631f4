import { seconds } from '@mailcall/contract/time/durations.ts';
import { isAccepted, outsideSetting, requestOutside } from './outside-requests.ts';

export interface Texter {
  /** A repetition has the same `id`. Throws if the message was not accepted; the error does not contain the recipient. */
  send(message: { id: string; to: string; text: string }): Promise<void>;
}

const timeout = seconds(20);

/** `POST {to, text}` as JSON; any 2xx accepts. `Idempotency-Key` names the message. */
export function webhookTexter(url: string): Texter {
  const { headers, ...target } = outsideSetting(url);
  return {
    async send({ id, ...message }) {
      const answer = await requestOutside({
        ...target,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(timeout),
      }).catch(() => null);
      answer?.destroy();
      if (!answer || !isAccepted(answer))
        throw new Error(`The text message was not taken (${answer?.statusCode ?? 'no answer'}).`);
    },
  };
}
