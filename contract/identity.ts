import { z } from 'zod';
import * as browser from 'zod/mini';
import { passkeySchema } from './passkeys.ts';
import { messages } from './rules/messages.ts';
import { maxPasskeys } from './rules/passkeys.ts';
import { maxPasswordLength } from './rules/password.ts';
import { secondFactors } from './rules/second-factors.ts';
import { teamRoles } from './rules/team-roles.ts';
import { route } from './wire/route.ts';

export const passwordRealmGrant = 'http://auth0.com/oauth/grant-type/password-realm';
export const passwordlessGrant = 'http://auth0.com/oauth/grant-type/passwordless/otp';
export const refreshGrant = 'refresh_token';

export const rolesClaim = 'https://mailcall/roles';
export const contactClaim = 'https://mailcall/contact_id';
export const limitedRole = 'limited-access-user';
export const realms = ['password', 'limited-access'] as const;
export const passwordlessRealms = ['email', 'sms'] as const;
/** OAuth scope that requests a refresh token, beside `openid`, `email` and `profile`. */
export const refreshScope = 'offline_access';
/** Request header with the token of a scoreboard grant, for read access to the granted accounts. */
export const scoreboardGrantHeader = 'x-grant-scoreboard';
/** Request header of requests that a screen makes by itself; they do not count as use of the session. */
export const automaticRequestHeader = 'x-automatic-request';

/** JSON or form. Fields of other grant types are ignored, as OAuth requires. */
export const tokenRequestSchema = z.object({
  grant_type: z.string({ error: 'Say which grant is asked for.' }).max(200, 'Use at most 200 characters.'),
  client_id: z.string().max(200, 'Use at most 200 characters.').default('mailcall-web'),
  username: z.string().max(320).optional(),
  password: z.string().max(1000).optional(),
  otp: z.string().max(200).optional(),
  /** WebAuthn response of the browser as JSON. */
  passkey: z.string().max(80_000).optional(),
  realm: z.string().max(200, 'Use at most 200 characters.').optional(),
  /** From the error `mfa_required`; valid for ten minutes. Makes this the second step of that sign-in. */
  mfa_token: z.string().max(200).optional(),
  oob_code: z.string().max(200).optional(),
  binding_code: z.string().max(200).optional(),
  recovery_code: z.string().max(200).optional(),
  /** `true` skips the second step in this browser for 30 days. */
  remember_browser: z.string().max(10).optional(),
  audience: z.string().max(500, 'Use at most 500 characters.').default('mailcall'),
  scope: z.string().max(1000, 'Use at most 1,000 characters.').default('openid email profile'),
});

/** OAuth tokens without the envelope. With {@link refreshScope} the reply also sets the refresh cookie. */
export const tokenReplySchema = z.object({
  /** Signed JWT: `sub` contact id, `email`, `exp`, `sid`, roles under {@link rolesClaim}. */
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().positive(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
});

export const tokenErrorSchema = z.object({
  error: z.string(),
  error_description: z.string(),
  mfa_token: z.string().optional(),
  mfa_factors: z.array(z.enum(secondFactors)).optional(),
});

export const requestToken = route({
  service: 'identity',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  replyFormat: 'plain',
  summary: 'Exchanges a password, a code or the refresh cookie for tokens.',
  body: tokenRequestSchema,
  reply: tokenReplySchema,
});

export const startPasswordless = route({
  service: 'identity',
  method: 'POST',
  path: '/passwordless/start',
  access: 'public',
  replyFormat: 'plain',
  summary:
    'Sends a sign-in code, and by email also a magic link. The reply is the same whether or not the person is known.',
  body: z
    .object({
      client_id: z.string().max(200, 'Use at most 200 characters.').default('mailcall-web'),
      connection: z.enum(passwordlessRealms, { error: 'Use email or sms.' }),
      email: z.string().max(320).optional(),
      phoneNumber: z.string().max(40).optional(),
      phone_number: z.string().max(40).optional(),
      send: z.enum(['link', 'code'], { error: 'Use link or code.' }).default('link'),
    })
    .superRefine((request, context) => {
      const field = request.connection === 'email' ? 'email' : 'phoneNumber';
      if (request.connection === 'email' ? request.email : (request.phoneNumber ?? request.phone_number))
        return;
      context.addIssue({ code: 'custom', path: [field], message: messages.identifierRequired });
    }),
  reply: z.object({}),
});

export const openIdConfiguration = route({
  service: 'identity',
  method: 'GET',
  path: '/.well-known/openid-configuration',
  access: 'public',
  replyFormat: 'plain',
  summary: 'Returns where the issuer’s endpoints and keys are.',
  reply: z.looseObject({
    issuer: z.string(),
    token_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    jwks_uri: z.string(),
  }),
});

export const jsonWebKeys = route({
  service: 'identity',
  method: 'GET',
  path: '/.well-known/jwks.json',
  access: 'public',
  replyFormat: 'plain',
  summary: 'Returns the public keys that verify access tokens.',
  reply: z.object({
    keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string(), use: z.string() })),
  }),
});

export const userInfo = route({
  service: 'identity',
  method: 'GET',
  path: '/userinfo',
  access: 'limited',
  guests: true,
  replyFormat: 'plain',
  summary: 'Returns name, email and picture of the signed-in person.',
  reply: z.looseObject({
    sub: z.string(),
    name: z.string(),
    email: z.string(),
    picture: z.string().nullable(),
    /** Whether the person has chosen a password; absent if the issuer does not say. */
    activated: z.boolean().optional(),
    second_factor_missing: z.boolean().optional(),
    /** The person's roles, even in a limited session; absent if the issuer does not say. */
    [rolesClaim]: z.unknown().optional(),
  }),
});

export const accountSchema = browser.object({
  id: browser.string(),
  name: browser.string(),
  parent: browser.nullable(browser.string()),
  children: browser.array(browser.string()),
  subAccountIds: browser.array(browser.string()),
  subAccounts: browser.array(browser.object({ id: browser.string(), name: browser.string() })),
  timeZone: browser.string(),
  industry: browser.nullable(browser.string()),
  /** Such as practice and patient; null for the default. */
  businessLabel: browser.nullable(browser.string()),
  clientLabel: browser.nullable(browser.string()),
  /** `#rrggbb`; null for the default. */
  color: browser.nullable(browser.string()),
  /** Ids of accounts that were merged into this one, for old links. */
  mergedIds: browser._default(browser.array(browser.string()), []),
  /** Visible only through a scoreboard grant; data cannot be changed or exported. */
  readOnly: browser._default(browser.boolean(), false),
});
export type Account = z.infer<typeof accountSchema>;

export const relatedAccounts = route({
  service: 'identity',
  method: 'GET',
  path: '/user/relatedAccounts',
  access: 'limited',
  guests: true,
  summary:
    'Lists the accounts the signed-in person can read, including sub-accounts and granted accounts, sorted by name.',
  reply: z.object({
    accounts: z.array(accountSchema),
    /** Changes with accounts, roles and grants. Requests send it as `x-session-version`. */
    sessionVersion: z.string(),
    /** Roles in the provider's team, in a session that may use them; empty for everyone else. */
    team: z.array(z.enum(teamRoles)),
  }),
});

const activationShape = { email: z.string().max(320), code: z.string().max(200) };

export const verifyActivation = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/activate/verify',
  access: 'public',
  summary: 'Checks whether a setup or activation link is still valid, without using it up.',
  body: z.strictObject(activationShape),
  reply: z.object({
    email: z.string(),
    passkeys: z.array(z.object(passkeySchema.shape)),
  }),
});

export const activate = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/activate',
  access: 'public',
  summary:
    'Sets the password with a setup or activation link, uses the link up and removes the passkeys that are not to stay.',
  body: z.strictObject({
    ...activationShape,
    password: z.string().min(1, 'A password is required.').max(maxPasswordLength),
    /** All others are removed. */
    keepPasskeys: z.array(z.string().max(2000, 'Use at most 2,000 characters.')).max(maxPasskeys).default([]),
  }),
  reply: z.object({ email: z.string() }),
});

export const logout = route({
  service: 'identity',
  method: 'POST',
  path: '/logout',
  access: 'limited',
  guests: true,
  clientViews: true,
  summary: 'Ends the session on the server; in a client view, the view alone.',
  reply: z.object({}),
});

const personShape = { email: z.string().min(1, messages.invalidEmail).max(320) };

export const checkUser = route({
  service: 'identity',
  method: 'POST',
  path: '/users/check',
  access: 'public',
  summary:
    'Checks whether a person is known by their email address: 404 when not, and for a phone number. Limited like sign-in attempts.',
  body: z.strictObject(personShape),
  reply: z.object({
    email: z.string(),
  }),
});

export const requestPasswordReset = route({
  service: 'identity',
  method: 'POST',
  path: '/users/resetPassword',
  access: 'public',
  summary: 'Mails a link to choose a new password. The reply is the same whether or not the person is known.',
  body: z.strictObject(personShape),
  reply: z.object({}),
});

export const refreshActivationLink = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/refresh-activation-link',
  access: 'public',
  summary:
    'Mails a new link to replace an expired one, whose code proves who requests it. A reset link is replaced by a reset link.',
  body: z.strictObject(activationShape),
  reply: z.object({
    purpose: z.enum(['setup', 'reset']),
  }),
});

export const sendSetupLink = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/:contactId/send-setup',
  access: 'limited',
  summary:
    'Mails the signed-in person a link to choose their first password: 404 for another person, 422 when they have one.',
  params: z.object({ contactId: z.string().max(200, 'Use at most 200 characters.') }),
  reply: z.object({}),
});

export const accountUser = route({
  service: 'identity',
  method: 'GET',
  path: '/account/:id/user',
  access: 'full',
  summary: 'Returns the signed-in person as a user of one of their accounts.',
  params: z.object({ id: z.string().max(200, 'Use at most 200 characters.') }),
  reply: z.object({
    contactId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    picture: z.string().nullable(),
    activated: z.boolean(),
    /** Primary contact of the account or of one above it. */
    isPrimary: z.boolean(),
  }),
});

const grantCode = z.strictObject({ code: z.string().min(1, 'A code is required.').max(200) });

export const verifyScoreboardGrant = route({
  service: 'identity',
  method: 'POST',
  path: '/auth/scoreboard/grant/verify',
  access: 'public',
  summary: 'Returns whom a grant link is for and which accounts it shows, without using it up.',
  body: grantCode,
  reply: z.object({
    email: z.string(),
    accountNames: z.array(z.string()),
    /** Seconds that the accounts will be visible. */
    lifetime: z.int().positive(),
  }),
});

export const addScoreboardGrant = route({
  service: 'identity',
  method: 'POST',
  path: '/user/scoreboard-grants',
  access: 'limited',
  summary:
    'Exchanges the code of a grant link for a grant beside the session of the person that it was made for; others get 422.',
  body: grantCode,
  reply: z.object({
    /** Value of the header {@link scoreboardGrantHeader} until it expires. */
    grantToken: z.string(),
    expires: z.int().positive(),
  }),
});

export const exchangeScoreboardGrant = route({
  service: 'identity',
  method: 'POST',
  path: '/auth/scoreboard/grant',
  access: 'public',
  summary:
    'Exchanges a one-time code for a session and a grant; the session reads the granted accounts and nothing else.',
  body: grantCode,
  reply: z.object({
    accessToken: z.string(),
    grantToken: z.string(),
    expires: z.int().positive(),
  }),
});
