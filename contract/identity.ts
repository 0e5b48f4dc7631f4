import { z } from 'zod';
import { messages } from './rules/messages.ts';
import { maxPasswordLength } from './rules/password.ts';
import { route } from './wire/route.ts';

/** The grants of the token endpoint, by their names on the wire. */
export const passwordRealmGrant = 'http://auth0.com/oauth/grant-type/password-realm';
/** Sign-in by a mailed or texted code, or by the `otp` of a magic link. */
export const passwordlessGrant = 'http://auth0.com/oauth/grant-type/passwordless/otp';
/** Renewal by the refresh token, which lies in an httpOnly cookie and is not in any body. */
export const refreshGrant = 'refresh_token';

/** The claim that holds a person's roles. */
export const rolesClaim = 'https://mailcall/roles';
/** The claim that holds a person's contact id; without it `sub` is the contact id. */
export const contactClaim = 'https://mailcall/contact_id';
/** The role that makes a person limited-access. */
export const limitedRole = 'limited-access-user';
/** Realm of full sign-in by password, and realm that limits whoever signs in through it. */
export const realms = ['password', 'limited-access'] as const;
/** Realms of {@link passwordlessGrant}: how the code came. */
export const passwordlessRealms = ['email', 'sms'] as const;
/** The scope that asks for a refresh token, next to `openid`, `email` and `profile`. */
export const refreshScope = 'offline_access';
/** The request header with the token of a scoreboard grant: adds the granted accounts, for reading. */
export const scoreboardGrantHeader = 'x-grant-scoreboard';

/** A request for tokens, JSON or form. Fields of grants not asked for are ignored, as OAuth wants. */
export const tokenRequestSchema = z.object({
  grant_type: z.string({ error: 'Say which grant is asked for.' }).max(200, 'Use at most 200 characters.'),
  client_id: z.string().max(200, 'Use at most 200 characters.').default('mailcall-web'),
  username: z.string().max(320).optional(),
  password: z.string().max(1000).optional(),
  /** The code of {@link passwordlessGrant}. */
  otp: z.string().max(200).optional(),
  realm: z.string().max(200, 'Use at most 200 characters.').optional(),
  audience: z.string().max(500, 'Use at most 500 characters.').default('mailcall'),
  scope: z.string().max(1000, 'Use at most 1,000 characters.').default('openid email profile'),
});

/** Tokens, in OAuth's own shape (no envelope). With {@link refreshScope} the answer also sets the refresh cookie. */
export const tokenReplySchema = z.object({
  /** A signed JWT: `sub` contact id, `email`, `exp`, `sid`, roles under {@link rolesClaim}. */
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds until the access token ends. */
  expires_in: z.int().positive(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
});

/** An error of the token endpoint, in OAuth's own shape. */
export const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string() });

export const requestToken = route({
  service: 'identity',
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  answer: 'plain',
  summary: 'Exchanges a password, a code or the refresh cookie for tokens.',
  body: tokenRequestSchema,
  reply: tokenReplySchema,
});

export const startPasswordless = route({
  service: 'identity',
  method: 'POST',
  path: '/passwordless/start',
  access: 'public',
  answer: 'plain',
  summary:
    'Sends a sign-in code, by e-mail with a magic link; the same answer whether or not the person is known.',
  body: z
    .object({
      client_id: z.string().max(200, 'Use at most 200 characters.').default('mailcall-web'),
      connection: z.enum(passwordlessRealms, { error: 'Use email or sms.' }),
      email: z.string().max(320).optional(),
      phoneNumber: z.string().max(40).optional(),
      /** Another name of `phoneNumber`. */
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
  answer: 'plain',
  summary: 'Where the issuer’s endpoints and keys are.',
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
  answer: 'plain',
  summary: 'The public keys that access tokens are signed with.',
  reply: z.object({
    keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), alg: z.string(), use: z.string() })),
  }),
});

export const userInfo = route({
  service: 'identity',
  method: 'GET',
  path: '/userinfo',
  access: 'limited',
  answer: 'plain',
  summary: 'Name, e-mail and picture of the signed-in person.',
  reply: z.looseObject({
    sub: z.string(),
    name: z.string(),
    email: z.string(),
    picture: z.string().nullable(),
    /** Whether they have chosen a password; absent where the issuer does not say. */
    activated: z.boolean().optional(),
    /** Their own roles, whatever limits the session; absent where the issuer does not say. */
    [rolesClaim]: z.unknown().optional(),
  }),
});

/** An account as its people see it. */
export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the account it is a sub-account of, if the viewer may see that one; else null. */
  parent: z.string().nullable(),
  /** Ids of its sub-accounts, by name. */
  children: z.array(z.string()),
  subAccountIds: z.array(z.string()),
  subAccounts: z.array(z.object({ id: z.string(), name: z.string() })),
  /** IANA name of its time zone. */
  timeZone: z.string(),
  industry: z.string().nullable(),
  businessLabel: z.string().nullable(),
  clientLabel: z.string().nullable(),
  /** Its colour on the map, `#rrggbb`, or null for the default. */
  color: z.string().nullable(),
  /** Only a scoreboard grant shows it: nothing of it can be changed or exported. */
  readOnly: z.boolean().default(false),
});
export type Account = z.infer<typeof accountSchema>;

export const relatedAccounts = route({
  service: 'identity',
  method: 'GET',
  path: '/user/relatedAccounts',
  access: 'limited',
  summary:
    'The accounts the signed-in person may read, sub-accounts and those of a scoreboard grant included, by name.',
  reply: z.object({
    accounts: z.array(accountSchema),
    /** Changes when the person's accounts, roles or grants change; requests carry it as `x-session-version`. */
    sessionVersion: z.string(),
  }),
});

const activation = { email: z.string().max(320), code: z.string().max(200) };

export const verifyActivation = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/activate/verify',
  access: 'public',
  summary: 'Says whether a setup or activation link still works, without using it up.',
  body: z.strictObject(activation),
  reply: z.object({ email: z.string() }),
});

export const activate = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/activate',
  access: 'public',
  summary: 'Sets the password with a setup or activation link, which is used up.',
  body: z.strictObject({
    ...activation,
    password: z.string().min(1, 'A password is required.').max(maxPasswordLength),
  }),
  reply: z.object({ email: z.string() }),
});

export const logout = route({
  service: 'identity',
  method: 'POST',
  path: '/logout',
  access: 'limited',
  summary: 'Ends the session on the server.',
  reply: z.object({}),
});

const known = { email: z.string().min(1, messages.invalidEmail).max(320) };

export const checkUser = route({
  service: 'identity',
  method: 'POST',
  path: '/users/check',
  access: 'public',
  summary: 'Says whether a person is known; 404 when not. Counted and slowed like tries to sign in.',
  body: z.strictObject(known),
  reply: z.object({ email: z.string() }),
});

export const requestPasswordReset = route({
  service: 'identity',
  method: 'POST',
  path: '/users/resetPassword',
  access: 'public',
  summary: 'Mails a link to choose a new password; the same answer whether or not the person is known.',
  body: z.strictObject(known),
  reply: z.object({}),
});

export const refreshActivationLink = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/refresh-activation-link',
  access: 'public',
  summary:
    'Mails a new link in the place of one that is over, which is shown to prove who asks: a reset link for a reset link.',
  body: z.strictObject(activation),
  reply: z.object({
    /** What the new link is for: choosing the first password, or another one. */
    purpose: z.enum(['setup', 'reset']),
  }),
});

export const sendSetupLink = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/:contactId/send-setup',
  access: 'limited',
  summary:
    'Mails the signed-in person a link to choose their first password; 404 for anybody else, 422 when they have one.',
  params: z.object({ contactId: z.string().max(200, 'Use at most 200 characters.') }),
  reply: z.object({}),
});

export const accountUser = route({
  service: 'identity',
  method: 'GET',
  path: '/account/:id/user',
  access: 'full',
  summary: 'The signed-in person as a user of one of their accounts.',
  params: z.object({ id: z.string().max(200, 'Use at most 200 characters.') }),
  reply: z.object({
    contactId: z.string(),
    name: z.string(),
    email: z.string(),
    /** In its normal form, `+` and digits. */
    phone: z.string().nullable(),
    picture: z.string().nullable(),
    /** Whether a password has been set. */
    activated: z.boolean(),
    /** Whether they are a primary contact of the account, or of one above it. */
    isPrimary: z.boolean(),
  }),
});

export const exchangeScoreboardGrant = route({
  service: 'identity',
  method: 'POST',
  path: '/auth/scoreboard/grant',
  access: 'public',
  summary: 'Exchanges a one-time code for a session and a grant that adds accounts for reading.',
  body: z.strictObject({ code: z.string().min(1, 'A code is required.').max(200) }),
  reply: z.object({
    accessToken: z.string(),
    /** Goes into the header {@link scoreboardGrantHeader} until it expires. */
    grantToken: z.string(),
    /** When grant and session end, in seconds since 1970. */
    expires: z.int().positive(),
  }),
});
