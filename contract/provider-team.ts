import { z } from 'zod';
import { memberRoles, teamRoles } from './rules/team-roles.ts';
import { officeChoiceSchema } from './provider-offices.ts';
import { searchQuery } from './wire/query.ts';
import { route } from './wire/route.ts';

export const maxTeamMembers = 1000;

export const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  roles: z.array(z.enum(teamRoles)),
  allAccounts: z.boolean(),
  /** As chosen: sub-accounts belong to them. Empty for all accounts. */
  offices: z.array(officeChoiceSchema),
  languages: z.array(z.string()),
  /** Whether the person has chosen a password. */
  activated: z.boolean(),
  invitedUntil: z.iso.datetime().nullable(),
  locked: z.boolean(),
  /** To the minute; null after about a month. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** The viewer's own row cannot be changed here. */
  own: z.boolean(),
  /** Whether the viewer works for all accounts of the person. */
  managed: z.boolean(),
});
export type Member = z.output<typeof memberSchema>;

const memberId = z.string().min(1, 'Name the person.').max(200, 'Use at most 200 characters.');
const ofMember = z.object({ id: memberId });
const nothing = z.strictObject({});

const roles = z
  .array(
    z.enum(memberRoles, { error: 'Choose listed roles. The command line alone gives the role operator.' }),
  )
  .max(memberRoles.length, 'Choose listed roles.');
const scope = z.union([
  z.literal('all'),
  z.array(memberId).min(1, 'Choose an account.').max(1000, 'Choose at most 1,000 accounts.'),
]);
const languages = z
  .array(
    z
      .string()
      .max(3, 'Use codes of languages such as en.')
      .regex(/^[a-z]{2,3}$/, 'Use codes of languages such as en.'),
  )
  .min(1, 'Name a language.')
  .max(20, 'Name at most 20 languages.');
const name = z
  .string()
  .trim()
  .min(1, 'Use a name of 1 to 200 characters.')
  .max(200, 'Use a name of 1 to 200 characters.');
const email = z.string().max(254, 'Use at most 254 characters.');
const phone = z.string().max(40, 'Use at most 40 characters.');

export const listTeam = route({
  service: 'data',
  method: 'GET',
  path: '/provider/team',
  access: 'team',
  summary: 'Lists the people of the provider’s team by name, with roles and accounts; at most 1,000.',
  query: z.object({ query: searchQuery.optional() }),
  reply: z.object({ records: z.array(memberSchema).max(maxTeamMembers) }),
});

/** Errors: 422 names the field of a wrong value; 404 for accounts for which the viewer does not work. Then nothing was changed. */
export const addMember = route({
  service: 'data',
  method: 'POST',
  path: '/provider/team',
  access: 'team',
  summary: 'Adds a person to the team and mails a link to choose a password.',
  body: z.strictObject({
    email,
    name,
    phone: phone.nullable(),
    roles: roles.min(1, 'Choose a role.'),
    scope,
    languages,
  }),
  /** `invited`: false for an operator who joins, and where people sign in elsewhere. */
  reply: z.object({ id: z.string(), invited: z.boolean(), sending: z.boolean() }),
});

/** Errors: 422 names the field of a wrong value; 404 for accounts for which the viewer does not work. Then nothing was changed. */
export const changeMember = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/team/:id',
  access: 'team',
  summary:
    'Changes a member of the team; absent values stay. The role operator stays. A new email or phone signs the person out.',
  params: ofMember,
  body: z.strictObject({
    name: name.optional(),
    email: email.optional(),
    phone: phone.optional(),
    roles: roles.optional(),
    scope: scope.optional(),
    languages: languages.optional(),
  }),
  reply: nothing,
});

export const inviteMember = route({
  service: 'data',
  method: 'POST',
  path: '/provider/team/:id/invitation',
  access: 'team',
  summary: 'Mails a new link to choose a password; earlier ones end. 422 for a person who has a password.',
  params: ofMember,
  body: nothing.optional(),
  reply: z.object({ sending: z.boolean() }),
});

export const unlockMember = route({
  service: 'data',
  method: 'POST',
  path: '/provider/team/:id/unlock',
  access: 'team',
  summary: 'Ends the wait after too many wrong passwords or codes.',
  params: ofMember,
  body: nothing.optional(),
  reply: nothing,
});

export const endSessionsOfMember = route({
  service: 'data',
  method: 'POST',
  path: '/provider/team/:id/end-sessions',
  access: 'team',
  summary: 'Ends all sessions, codes, links and remembered browsers. Password and passkeys stay.',
  params: ofMember,
  body: nothing.optional(),
  reply: z.object({ ended: z.int().min(0) }),
});

export const memberLeaves = route({
  service: 'data',
  method: 'POST',
  path: '/provider/team/:id/leave',
  access: 'team',
  summary:
    'Removes a member who leaves the provider: all roles, also operator, sessions, password, passkeys, recovery codes, remembered browsers, shared links and claimed calls.',
  params: ofMember,
  body: nothing.optional(),
  reply: z.object({ ended: z.int().min(0) }),
});
