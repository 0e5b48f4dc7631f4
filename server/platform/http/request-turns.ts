import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { TurnsByKey } from '../turns.ts';
import { busy } from './problems.ts';

/** Requests of one person that run together: as many as a browser sends at once over HTTP/1.1. */
const atOnce = 6;

/** Requests of one person that wait. */
const waiting = 100;

/**
 * Who has more requests waiting than a screen sends gets one turn at a time: others share the processors and PostgreSQL with them. A
 * request that takes long, such as a download over a slow line, does not hold up the person's others.
 */
const crowd = { waiting: 6, limit: 1, patience: 5_000 };

/**
 * Whether requests of a route take turns: people and API keys read or change data by it. What changes something at the identity service is
 * exempt, so that people can sign out and change their password whatever else they have requested. Streams of changes last as long as a
 * screen is open, and files as long as their sender needs; both have limits of their own. A public route does not know the person:
 * downloads by a token do it in their handlers.
 */
export const takesTurns = ({ access, service, method, bodyFormat, replyFormat }: AnyRoute): boolean =>
  access !== 'public' &&
  (service !== 'identity' || method === 'GET') &&
  bodyFormat !== 'file' &&
  replyFormat !== 'events';

/** The turns in which requests of one person, or with one API key, are answered by this process. */
export const requestTurns = (): TurnsByKey =>
  new TurnsByKey({
    atOnce,
    waiting,
    crowd,
    refusal: () => busy(5, 'Too many of your requests are waiting. Please try again in a moment.'),
  });
