import { useEffect, useState } from 'react';
import { textOf, useAddress } from '../../platform/address.ts';
import { messageOf } from '../../platform/api.ts';

export type LinkAnswer<Answer> = 'loading' | { failed: string } | Answer;

/** Exchanges the token in the URL's `parameter`; `request` must be a stable function. Returns token, answer, and a setter of the answer. */
export function useLinkAnswer<Answer extends object>(
  request: (token: string, signal: AbortSignal) => Promise<Answer>,
  parameter: 'token' | 'code' = 'token',
): [token: string, answer: LinkAnswer<Answer>, replace: (answer: LinkAnswer<Answer>) => void] {
  const token = textOf(useAddress()[parameter]) ?? '';
  const [answer, setAnswer] = useState<LinkAnswer<Answer>>('loading');
  useEffect(() => {
    const controller = new AbortController();
    request(token, controller.signal).then(setAnswer, (error: unknown) => {
      if (!controller.signal.aborted) setAnswer({ failed: messageOf(error) });
    });
    return () => controller.abort();
  }, [request, token]);
  return [token, answer, setAnswer];
}
