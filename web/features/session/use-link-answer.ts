import { useEffect, useState } from 'react';
import { textOf, useAddress } from '../../platform/address.ts';
import { messageOf } from '../../platform/api.ts';

/** Result of a mailed link: loading, failed, or the answer. */
export type LinkAnswer<Answer> = 'loading' | { failed: string } | Answer;

/**
 * Exchanges the token in the URL.
 * @param request sends the token; must be a stable function
 * @param parameter URL parameter of the token
 * @returns token, answer, and a function that replaces the answer
 */
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
