import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { TurnsByKey } from '../turns.ts';
import { busy } from './problems.ts';

/** As many requests as a browser sends at once over HTTP/1.1. */
const atOnce = 6;

const waiting = 100;

/** A user with this many waiting requests gets one turn at a time, because others share the processors. */
const crowd = { waiting: 6, limit: 1, patience: 5_000 };

/** Changes at the identity service never wait: users can always sign out. Streams, uploads and token downloads have other limits. */
export const takesTurns = ({ access, service, method, bodyFormat, replyFormat }: AnyRoute): boolean =>
  access !== 'public' &&
  (service !== 'identity' || method === 'GET') &&
  bodyFormat !== 'file' &&
  replyFormat !== 'events';

/** Turns of one user or API key in this process. */
export const requestTurns = (): TurnsByKey =>
  new TurnsByKey({
    atOnce,
    waiting,
    crowd,
    refusal: () => busy(5, 'Too many of your requests are waiting. Please try again in a moment.'),
  });
