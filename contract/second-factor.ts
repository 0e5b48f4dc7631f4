import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

/** `grant_type` of a second step with a mailed or texted code, as Auth0 names it. */
export const mfaOobGrant = 'http://auth0.com/oauth/grant-type/mfa-oob';
/** `grant_type` of a second step with a recovery code, as Auth0 names it. */
export const mfaRecoveryCodeGrant = 'http://auth0.com/oauth/grant-type/mfa-recovery-code';

/** How the code of a second step is sent. */
export const challengeChannels = ['email', 'sms'] as const;

/** Errors: 400 `expired_token` when the sign-in has to begin again, `invalid_request` for a channel that does not count; 429 after many. */
export const requestChallenge = route({
  service: 'identity',
  method: 'POST',
  path: '/mfa/challenge',
  access: 'public',
  replyFormat: 'plain',
  summary:
    'Sends the code of a second step, to the address or phone number of the person who began to sign in.',
  body: z.object({
    /** From the answer `mfa_required`. */
    mfa_token: z.string().min(1, 'Send the mfa_token.').max(200),
    challenge_type: z.literal('oob', { error: 'Use oob.' }).default('oob'),
    authenticator_id: z.enum(challengeChannels, { error: 'Use email or sms.' }),
  }),
  reply: z.object({
    challenge_type: z.literal('oob'),
    /** Goes with the code to the token endpoint. */
    oob_code: z.string(),
    binding_method: z.literal('prompt'),
  }),
});

/** A browser in which the person signs in without a second step. */
const rememberedBrowserSchema = browser.object({
  id: browser.string(),
  /** Browser and system in words; null when not known. */
  device: browser.nullable(browser.string()),
  /** Shortened address of the network; null when not known. */
  network: browser.nullable(browser.string()),
  /** When it was remembered, in UTC. */
  createdAt: browser.string(),
  /** When it is forgotten, in UTC: 30 days later. */
  expiresAt: browser.string(),
});
export type RememberedBrowser = z.infer<typeof rememberedBrowserSchema>;

const listReply = z.object({ browsers: z.array(z.object(rememberedBrowserSchema.shape)) });

/** Errors of both: 404 with an outside issuer. */
export const listRememberedBrowsers = route({
  service: 'identity',
  method: 'GET',
  path: '/user/browsers',
  access: 'full',
  summary: 'Lists the browsers in which the signed-in person needs no second step, newest first.',
  reply: listReply,
});

export const forgetRememberedBrowser = route({
  service: 'identity',
  method: 'DELETE',
  path: '/user/browsers/:id',
  access: 'full',
  summary:
    'Forgets a browser: the next sign-in there needs a second step. One that is forgotten already is no error.',
  params: z.object({ id: z.uuid() }),
  reply: listReply,
});
