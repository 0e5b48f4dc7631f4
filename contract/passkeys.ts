import { z } from 'zod';
import * as browser from 'zod/mini';
import { proofKinds, proofShape } from './proof.ts';
import { maxPasskeyName, passkeyMessages } from './rules/passkeys.ts';
import { route } from './wire/route.ts';

export const passkeyGrant = 'urn:mailcall:params:oauth:grant-type:passkey';

/** Base64url. */
const bytes = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/, 'Use base64url.');
const transport = z.string().max(40);
const credentialShape = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

/** Result of `navigator.credentials.create` as WebAuthn JSON. */
export const registrationResponseSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(transport).max(20).optional(),
  }),
});

/** Result of `navigator.credentials.get` as WebAuthn JSON. */
export const authenticationResponseSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});

export const passkeySchema = browser.object({
  /** Credential id, base64url. */
  id: browser.string(),
  name: browser.string(),
  /** Host name at which it works; null if unknown, for older ones. */
  site: browser.nullable(browser.string()),
  /** Whether a service copies it to the person's other devices. */
  backedUp: browser.boolean(),
  createdAt: browser.string(),
  /** Last sign-in, UTC; null if never. */
  lastUsedAt: browser.nullable(browser.string()),
});
export type Passkey = z.infer<typeof passkeySchema>;

const listReply = z.object({
  passkeys: z.array(z.object(passkeySchema.shape)),
  needs: z.enum(proofKinds),
});

/** Errors of all routes: 404 if passkeys are off; with a session also 422 if it began with a scoreboard grant. */
export const listPasskeys = route({
  service: 'identity',
  method: 'GET',
  path: '/user/passkeys',
  access: 'full',
  clientViews: false,
  summary: 'Lists the passkeys of the signed-in person, oldest first.',
  reply: listReply,
});

/** Errors: 400 without the proof; 422 if it is wrong or the maximum is reached; 429 after many wrong ones. */
export const startPasskeyRegistration = route({
  service: 'identity',
  method: 'POST',
  path: '/user/passkeys/options',
  access: 'full',
  summary:
    'Begins to add a passkey: returns the options for `navigator.credentials.create`, good for ten minutes.',
  body: z.strictObject(proofShape),
  /** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
  reply: z.looseObject({ challenge: z.string() }),
});

/** Errors: 422 if the response does not match the options, the passkey is already known, or the maximum is reached. */
export const addPasskey = route({
  service: 'identity',
  method: 'POST',
  path: '/user/passkeys',
  access: 'full',
  summary: 'Adds the passkey that the browser made; the person is notified by mail.',
  body: z.strictObject({
    name: z.string().trim().min(1, passkeyMessages.passkeyNameRequired).max(maxPasskeyName),
    response: registrationResponseSchema,
  }),
  reply: listReply,
});

export const removePasskey = route({
  service: 'identity',
  method: 'DELETE',
  path: '/user/passkeys/:id',
  access: 'full',
  summary: 'Removes a passkey; the person is notified by mail.',
  params: z.object({ id: z.string().max(2000, 'Use at most 2,000 characters.') }),
  reply: listReply,
});

export const startPasskeySignIn = route({
  service: 'identity',
  method: 'POST',
  path: '/passkeys/options',
  access: 'public',
  summary:
    'Begins a sign-in by passkey: returns the options for `navigator.credentials.get`, good for ten minutes in this browser, which gets a cookie.',
  reply: z.looseObject({ challenge: z.string() }),
});
