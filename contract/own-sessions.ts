import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

/** The most sessions that are listed: those used last. */
export const maxListedSessions = 100;

/** How a session began. */
export const sessionOrigins = ['password', 'code', 'passkey', 'mailed link', 'scoreboard link'] as const;
export type SessionOrigin = (typeof sessionOrigins)[number];

/** A session of the signed-in person. */
export const ownSessionSchema = browser.object({
  id: browser.string(),
  /** Browser and system in words, such as "Chrome on Windows"; null when not known. */
  device: browser.nullable(browser.string()),
  /** Shortened address of the network it began in: `203.0.113.x`, or the first 48 bits of an IPv6 address. Null when not known. */
  network: browser.nullable(browser.string()),
  /** How the person signed in. */
  origin: browser.enum(sessionOrigins),
  /** When it began, in UTC. */
  startedAt: browser.string(),
  /** When it was last used, in UTC; recorded once a minute. */
  lastUsedAt: browser.string(),
  /** Whether the request belongs to it. */
  current: browser.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** Errors: 404 with an outside issuer, which keeps the sessions; 422 in a session that began with a scoreboard grant. */
export const listOwnSessions = route({
  service: 'identity',
  method: 'GET',
  path: '/user/sessions',
  access: 'full',
  summary:
    'Lists the sessions in which the person is signed in now: the own one first, then those used last.',
  reply: z.object({ sessions: z.array(z.object(ownSessionSchema.shape)) }),
});

/** Errors: 404 when it is not the person's or has ended; 422 for the session of the request, and as above. */
export const endOwnSession = route({
  service: 'identity',
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'full',
  summary:
    'Signs the person out of one of their other sessions; its requests and streams of changes end at once.',
  params: z.object({ id: z.string().max(100, 'Use at most 100 characters.') }),
  reply: z.object({}),
});

/** Errors: 404 with an outside issuer; 422 in a session that began with a scoreboard grant. */
export const endOtherSessions = route({
  service: 'identity',
  method: 'DELETE',
  path: '/user/sessions',
  access: 'full',
  summary: 'Signs the person out of all sessions but that of the request.',
  reply: z.object({
    /** How many ended. */
    ended: z.int(),
  }),
});
