import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

/** As in Auth0: second step with a mailed or texted code. */
export const mfaOobGrant = 'http://auth0.com/oauth/grant-type/mfa-oob';
/** As in Auth0: second step with a recovery code. */
export const mfaRecoveryCodeGrant = 'http://auth0.com/oauth/grant-type/mfa-recovery-code';

export const challengeChannels = ['email', 'sms'] as const;

/** Errors: 400 `expired_token` if the sign-in must start again, `invalid_request` for a wrong channel; 429 after many. */
export const requestChallenge = route({
  service: 'identity',
  method: 'POST',
  path: '/mfa/challenge',
  access: 'public',
  replyFormat: 'plain',
  summary:
    'Sends the code of a second step, to the address or phone number of the person who began to sign in.',
  body: z.object({
    mfa_token: z.string().min(1, 'Send the mfa_token.').max(200),
    challenge_type: z.literal('oob', { error: 'Use oob.' }).default('oob'),
    authenticator_id: z.enum(challengeChannels, { error: 'Use email or sms.' }),
  }),
  reply: z.object({
    challenge_type: z.literal('oob'),
    /** Send it with the code to the token endpoint. */
    oob_code: z.string(),
    binding_method: z.literal('prompt'),
  }),
});

const rememberedBrowserSchema = browser.object({
  id: browser.string(),
  device: browser.nullable(browser.string()),
  network: browser.nullable(browser.string()),
  createdAt: browser.string(),
  /** 30 days after `createdAt`. */
  expiresAt: browser.string(),
  /** Last sign-in without a second step, or when the browser was remembered; UTC. */
  lastUsedAt: browser.string(),
  current: browser.boolean(),
});
export type RememberedBrowser = z.infer<typeof rememberedBrowserSchema>;

const listReply = z.object({ browsers: z.array(z.object(rememberedBrowserSchema.shape)) });

/** Errors of both: 404 with an external issuer. */
export const listRememberedBrowsers = route({
  service: 'identity',
  method: 'GET',
  path: '/user/browsers',
  access: 'full',
  clientViews: false,
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
