import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

export const maxListedSessions = 100;

export const sessionOrigins = ['password', 'code', 'passkey', 'mailed link', 'scoreboard link'] as const;
export type SessionOrigin = (typeof sessionOrigins)[number];

export const ownSessionSchema = browser.object({
  id: browser.string(),
  /** Such as "Chrome on Windows". */
  device: browser.nullable(browser.string()),
  /** `203.0.113.x`, or the first 48 bits for IPv6. */
  network: browser.nullable(browser.string()),
  origin: browser.enum(sessionOrigins),
  startedAt: browser.string(),
  /** UTC; updated once a minute. */
  lastUsedAt: browser.string(),
  current: browser.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** Errors: 404 with an external issuer, which keeps the sessions; 422 in a session from a scoreboard grant. */
export const listOwnSessions = route({
  service: 'identity',
  method: 'GET',
  path: '/user/sessions',
  access: 'full',
  clientViews: false,
  summary:
    'Lists the sessions in which the person is signed in now: the own one first, then those used last.',
  reply: z.object({ sessions: z.array(z.object(ownSessionSchema.shape)) }),
});

/** Errors: 404 for another person's or an ended session; 422 for the current session, and as above. */
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

/** Errors: 404 with an external issuer; 422 in a session from a scoreboard grant. */
export const endOtherSessions = route({
  service: 'identity',
  method: 'DELETE',
  path: '/user/sessions',
  access: 'full',
  summary: 'Signs the person out of all sessions but that of the request.',
  reply: z.object({
    ended: z.int(),
  }),
});
