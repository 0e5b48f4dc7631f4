import { z } from 'zod';
import { editedChangeOf, editedRowSchema } from './edited-rows.ts';
import { officeChoiceSchema } from './provider-offices.ts';
import { maxPastedPeople } from './rules/pasted-people.ts';
import { signInBarriers } from './rules/sign-in-barriers.ts';
import { pageOf } from './wire/page.ts';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const maxOffices = 1000;
/** Characters of a list of ids of offices. */
const officeList = maxOffices * 201;

const personColumnLengths = {
  name: 500,
  email: 300,
  phone: 100,
  roles: 2000,
  account_ids: officeList,
  primary_account_ids: officeList,
};
export type PersonColumn = keyof typeof personColumnLengths;
/** Columns of `contacts` that people change here. */
export const personColumns = Object.keys(personColumnLengths) as PersonColumn[];

export const peopleShown = ['cannot sign in', ...signInBarriers, 'primary'] as const;
export type PeopleShown = (typeof peopleShown)[number];

const contactId = z.string().min(1, 'Name the person.').max(200, 'Use at most 200 characters.');
const ofPerson = z.object({ id: contactId });
const nothing = z.strictObject({});

export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Only the scoreboard, without callers. */
  limited: z.boolean(),
  /** Of at least one office. */
  primary: z.boolean(),
  /** Of the viewer's first offices, by name. */
  officeNames: z.array(z.string()).max(3),
  /** The viewer's. */
  officesCount: z.int().min(0),
  /** Null if nothing keeps the person from signing in. */
  barrier: z.enum(signInBarriers).nullable(),
  /** When an unused link to choose a password expires. */
  invitedUntil: z.iso.datetime().nullable(),
  /** To the minute; null after about a month. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Whether the viewer may change the person: all of their offices are the viewer's. */
  managed: z.boolean(),
});
export type Person = z.output<typeof personSchema>;

export const listPeople = route({
  service: 'data',
  method: 'GET',
  path: '/provider/people',
  access: 'account-manager',
  summary:
    'Lists contacts of the viewer’s accounts by name, without people of the provider. `query` finds words of name, email, phone and office; `show` those who cannot sign in, and why.',
  query: z.object({
    query: searchQuery.optional(),
    show: z.enum(peopleShown, { error: 'Use one of the listed values.' }).optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 100).default(25),
  }),
  reply: pageOf(personSchema),
});

export const getPerson = route({
  service: 'data',
  method: 'GET',
  path: '/provider/people/:id',
  access: 'account-manager',
  summary: 'Returns a contact with the values that can be changed and what the feed says of them.',
  params: ofPerson,
  reply: z.object({
    person: personSchema,
    /** Null unless the viewer may change the person. */
    row: editedRowSchema.nullable(),
    offices: z.array(officeChoiceSchema),
  }),
});

const text = (max: number) => z.string().max(max, `Use at most ${max} characters.`);
const officeIds = z.array(contactId).max(maxOffices, 'Choose at most 1,000 offices.');

/** Errors: 422 names the field of each wrong person, such as `2.email`; then nobody was added. */
export const invitePeople = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people',
  access: 'account-manager',
  summary: 'Adds contacts, all or none, and mails each a link to choose a password.',
  body: z.strictObject({
    people: z
      .array(z.strictObject({ name: text(500), email: text(300), phone: text(100).nullable() }))
      .min(1, 'Enter at least one person.')
      .max(maxPastedPeople, `Enter at most ${maxPastedPeople} people.`),
    officeIds: officeIds.min(1, 'Choose an office.'),
    primary: z.boolean(),
    limited: z.boolean(),
  }),
  reply: z.object({ invited: z.int().min(0), sending: z.boolean() }),
});

/** Errors: 422 names the column of each wrong value. */
export const savePerson = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/people/:id',
  access: 'account-manager',
  summary:
    'Changes name, email, phone, roles and accounts of a contact. A new email or phone ends the sessions that began with the old one.',
  params: ofPerson,
  body: editedChangeOf(personColumnLengths),
  reply: nothing,
});

export const takeFeedOfPerson = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people/:id/feed-value',
  access: 'account-manager',
  summary: 'Takes what the feed sent last of one column.',
  params: ofPerson,
  body: z.strictObject({ column: z.enum(personColumns, { error: 'Name a column.' }) }),
  reply: nothing,
});

export const invitePerson = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people/:id/invitation',
  access: 'account-manager',
  summary: 'Mails a new link to choose a password; earlier ones end. 422 for a person who has a password.',
  params: ofPerson,
  body: nothing.optional(),
  reply: z.object({ sending: z.boolean() }),
});

export const unlockPerson = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people/:id/unlock',
  access: 'account-manager',
  summary: 'Ends the wait after too many wrong passwords or codes.',
  params: ofPerson,
  body: nothing.optional(),
  reply: nothing,
});

export const endSessionsOfPerson = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people/:id/end-sessions',
  access: 'account-manager',
  summary: 'Ends all sessions, codes, links and remembered browsers. Password and passkeys stay.',
  params: ofPerson,
  body: nothing.optional(),
  reply: z.object({ ended: z.int().min(0) }),
});

export const removePerson = route({
  service: 'data',
  method: 'POST',
  path: '/provider/people/:id/leave',
  access: 'account-manager',
  summary:
    'Removes a contact with all ways to sign in: sessions, password, passkeys, recovery codes, remembered browsers, shared links. Their history stays.',
  params: ofPerson,
  body: nothing.optional(),
  reply: z.object({ ended: z.int().min(0) }),
});
