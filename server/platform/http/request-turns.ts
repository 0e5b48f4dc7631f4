import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { TurnsByKey } from '../turns.ts';
import { busy } from './problems.ts';

/** As many as a browser sends over HTTP/1.1. */
const atOnce = 6;

/** More requests are refused. */
const waiting = 100;

/** A user with this many waiting requests gets one turn at a time, because others share the processors. */
const crowd = { waiting: 6, limit: 1, patience: 5_000 };

/**
 * Whether requests of a route wait for a turn: those by which users and API keys read or change data. Changes at the
 * identity service do not wait, so that users can always sign out or change their password. Event streams and file uploads
 * last long and have their own limits. Public routes do not know the user; token downloads take turns in their handlers.
 */
export const takesTurns = ({ access, service, method, bodyFormat, replyFormat }: AnyRoute): boolean =>
  access !== 'public' &&
  (service !== 'identity' || method === 'GET') &&
  bodyFormat !== 'file' &&
  replyFormat !== 'events';

/** Of one user or API key in this process. */
export const requestTurns = (): TurnsByKey =>
  new TurnsByKey({
    atOnce,
    waiting,
    crowd,
    refusal: () => busy(5, 'Too many of your requests are waiting. Please try again in a moment.'),
  });
