import { z } from 'zod';
import { scoreValuesSchema } from './rules/score-values.ts';
import { ownRubricSchema } from './rules/score-rubric.ts';
import { scoreFieldNames } from './rules/score-fields.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Minutes without a key or a press until a claimed call goes back to the queue. */
export const scoreClaimMinutes = 10;

export const skipReasons = ['no recording', 'language', 'technical'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** `short`: shorter than the provider's limit. `silent`: the caller's recordings are silent, twice or more. `spam`: the number was scored as spam before. */
export const proposalKinds = ['short', 'silent', 'spam'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const scoreReasons = ['scored', 'second pass', 'dispute', 'correction', 'undone', 'feed'] as const;
export type ScoreReason = (typeof scoreReasons)[number];

const count = z.int().min(0);
const rubricVersion = z.string().min(1).max(20);
const callId = z
  .string({ error: 'Name the call.' })
  .min(1, 'Name the call.')
  .max(200, 'Use at most 200 characters.');
export const scoringCallParams = z.object({ callId });

/** A place in the recording, as evidence for a field of the score. */
export const scoreMarkSchema = z.strictObject({
  field: z.enum(scoreFieldNames),
  /** Milliseconds from the beginning. */
  from: z
    .int()
    .min(0)
    .max(24 * 3_600_000),
  /** End of a marked piece; null for a point. */
  to: z
    .int()
    .min(0)
    .max(24 * 3_600_000)
    .nullable()
    .default(null),
});
export type ScoreMark = z.output<typeof scoreMarkSchema>;
const marks = z.array(scoreMarkSchema).max(100, 'Set at most 100 marks.');

const waiting = {
  waiting: count,
  /** Beyond the provider's target. */
  late: count,
  /** Time of the oldest waiting call; null if none waits. */
  oldest: z.iso.datetime().nullable(),
};

export const scoringOverview = route({
  service: 'data',
  method: 'GET',
  path: '/scoring',
  access: 'scorer',
  summary: 'Counts the calls that wait for a score, by account and age, and what was scored today.',
  reply: z.object({
    ...waiting,
    /** Claimed by anyone now. */
    inWork: count,
    scoredToday: count,
    scoredTodayByMe: count,
    /** Hours of the provider's opening hours within which a call is to be scored. */
    targetHours: z.number().positive(),
    byAge: z.array(z.object({ upToHours: z.number().nullable(), calls: count })),
    byAccount: z.array(z.object({ accountId: z.string(), accountName: z.string(), ...waiting })).max(500),
    proposals: z.array(z.object({ kind: z.enum(proposalKinds), calls: count })),
    /** Skipped by all who could score them; leads see to them. */
    skipped: z.array(z.object({ reason: z.enum(skipReasons), calls: count })),
    /** Whether the person is a scoring lead. */
    isLead: z.boolean(),
  }),
});

const choice = z.object({ id: z.string(), name: z.string() });

export const deskCallSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  /** Seconds. */
  callDuration: count,
  callerPhoneNumber: z.string().nullable(),
  callerIdName: z.string().nullable(),
  campaignTitle: z.string().nullable(),
  campaignType: z.string().nullable(),
  trackingLine: z.string().nullable(),
  /** Null without a recording. */
  recording: z
    .object({
      /** Signed path below the data service. To load it is no play; see `recordScoringPlay`. */
      url: z.string(),
      expiresAt: z.iso.datetime(),
      /** Loudness 0 to 100 of equal parts; null if it could not be read. */
      peaks: z.array(z.int().min(0).max(100)).nullable(),
    })
    .nullable(),
  /** Newest first, at most five. */
  earlierCalls: z.array(
    z.object({
      callId: z.string(),
      callDateTime: z.iso.datetime(),
      label: z.string(),
      summary: z.string().nullable(),
    }),
  ),
  /** Appointments that the call has already. */
  appointments: z.array(
    z.object({
      id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      dateTime: z.iso.datetime().nullable(),
    }),
  ),
  /** Values that the call shows now, or the person's draft. */
  values: scoreValuesSchema,
  marks,
  isDraft: z.boolean(),
  /** Number of the newest saved score; 0 if no person has scored the call. */
  version: count,
  /** When the claim ends without another request. */
  expiresAt: z.iso.datetime(),
});
export type DeskCall = z.output<typeof deskCallSchema>;

/** The same person keeps at most two calls: the present and the next one. */
export const takeNextCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/next',
  access: 'scorer',
  summary: 'Claims the oldest call that waits for a score and that nobody else works on.',
  body: z.strictObject({
    /** Claimed already by this person; not answered again. */
    except: z.array(callId).max(2, 'Name at most two calls.').default([]),
    /** Only calls of these accounts; all of the person's accounts without them. */
    accountIds: listOf(z.string().min(1).max(200), 100, 'accounts').optional(),
  }),
  /** Null if nothing waits. */
  reply: z.object({ call: deskCallSchema.nullable() }),
});

/** Errors: 404 for a call outside the person's accounts; 422 if another person has it. */
export const openScoringCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calls/:callId/open',
  access: 'scorer',
  summary: 'Claims a certain call: one that waits, one that the person scored, or, for leads, any call.',
  params: scoringCallParams,
  body: z.strictObject({}),
  reply: z.object({ call: deskCallSchema }),
});

/** Errors: 422 if the claim has ended and another person has the call. */
export const saveScoreDraft = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calls/:callId/draft',
  access: 'scorer',
  summary: 'Keeps what was typed about a claimed call, and the claim for ten more minutes.',
  params: scoringCallParams,
  body: z.strictObject({ values: scoreValuesSchema, marks }),
  reply: z.object({ expiresAt: z.iso.datetime() }),
});

export const giveBackCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calls/:callId/give-back',
  access: 'scorer',
  summary: 'Ends the person’s claim of a call. The draft stays for the person.',
  params: scoringCallParams,
  body: z.strictObject({}),
  reply: z.null(),
});

export const skipCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calls/:callId/skip',
  access: 'scorer',
  summary: 'Leaves a claimed call to people who can score it.',
  params: scoringCallParams,
  body: z.strictObject({
    reason: z.enum(skipReasons, { error: `Use one of ${skipReasons.join(', ')}.` }),
    /** Of the caller; for the reason `language`. */
    language: z.string().trim().min(1).max(60).optional(),
  }),
  reply: z.null(),
});

/**
 * Errors: 400 with a sentence at each field that is missing or does not fit; 404; 422 if another person has the call or saved it meanwhile.
 * Repeating a `requestId` saves once.
 */
export const saveScore = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calls/:callId/score',
  access: 'scorer',
  summary: 'Saves a call’s score as a new version and ends the claim.',
  params: scoringCallParams,
  body: z.strictObject({
    requestId: z.uuid({ error: 'Use a UUID.' }),
    /** The newest version that the person has seen. */
    version: count,
    values: scoreValuesSchema,
    marks,
    /** Version of the rubric on the screen, such as `1.4`. */
    rubric: rubricVersion,
    reason: z.enum(['scored', 'correction']).default('scored'),
  }),
  reply: z.object({ version: count }),
});

/** Errors: 404; 422 if the version is not the newest, not the person's own, or older than an hour. */
export const undoScore = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calls/:callId/undo',
  access: 'scorer',
  summary:
    'Takes back the person’s newest save of a call and claims the call again with its values as a draft.',
  params: scoringCallParams,
  body: z.strictObject({ version: z.int().min(1) }),
  reply: z.object({ call: deskCallSchema }),
});

export const recordScoringPlay = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calls/:callId/played',
  access: 'scorer',
  summary: 'Records that the person has heard the recording; sent when it begins to sound.',
  params: scoringCallParams,
  body: z.strictObject({}),
  reply: z.null(),
});

/** Choices of the form for the calls of an account. */
export const scoringOptions = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/accounts/:accountId/options',
  access: 'scorer',
  summary: 'Lists the staff, offers, services and insurances of an account and the texts of its picklists.',
  params: z.object({ accountId: z.string().min(1).max(200) }),
  reply: z.object({
    staff: z.array(choice).max(1000),
    offers: z.array(choice).max(1000),
    services: z.array(choice).max(1000),
    insurances: z.array(choice).max(1000),
    /** By list, in display order. */
    picklists: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
    /** Language of most of the office's last calls; null if unknown. */
    usualLanguage: z.string().nullable(),
    labels: z.object({
      industry: z.string().nullable(),
      clientLabel: z.string().nullable(),
      businessLabel: z.string().nullable(),
    }),
  }),
});

export const listProposals = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/proposals/:kind',
  access: 'scorer',
  summary: 'Lists calls that wait and are proposed as short, silent or spam, oldest first, at most 200.',
  params: z.object({ kind: z.enum(proposalKinds) }),
  reply: z.object({
    records: z.array(
      z.object({
        callId: z.string(),
        accountId: z.string(),
        accountName: z.string(),
        timeZone: z.string(),
        callDateTime: z.iso.datetime(),
        callDuration: count,
        callerPhoneNumber: z.string().nullable(),
        /** Why it is proposed, as a sentence. */
        why: z.string(),
      }),
    ),
  }),
});

/** Calls that someone took or scored meanwhile are left out. */
export const acceptProposals = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/proposals/:kind/accept',
  access: 'scorer',
  summary: 'Scores proposed calls as what they were proposed as, one version each.',
  params: z.object({ kind: z.enum(proposalKinds) }),
  body: z.strictObject({
    requestId: z.uuid({ error: 'Use a UUID.' }),
    callIds: z.array(callId).min(1).max(200),
  }),
  reply: z.object({ scored: count }),
});

export const scoreVersionSchema = z.object({
  number: count,
  reason: z.enum(scoreReasons),
  /** Null when the score was withdrawn. */
  values: scoreValuesSchema.nullable(),
  marks,
  /** Name of the person; for offices the provider's team. Null for the feed. */
  by: z.string().nullable(),
  role: z.string().nullable(),
  rubric: rubricVersion.nullable(),
  at: z.iso.datetime(),
});
export type ScoreVersion = z.output<typeof scoreVersionSchema>;

export const scoringHistory = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calls/:callId/history',
  access: 'scorer',
  summary:
    'Lists the saved scores of a call, newest first. Scorers see calls that they scored or have claimed.',
  params: scoringCallParams,
  reply: z.object({ records: z.array(scoreVersionSchema) }),
});

/** The scores of an office's own call. */
export const callScores = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/scores',
  access: 'full',
  summary: 'Lists the saved scores of a call with the marks in its recording, newest first.',
  params: z.object({ id: callId }),
  reply: z.object({ records: z.array(scoreVersionSchema) }),
});

const rubricReply = z.object({
  /** Of both, such as `1.4`. */
  version: rubricVersion,
  fields: z.record(
    z.enum(scoreFieldNames),
    z.object({ counts: z.string(), doesNotCount: z.string(), examples: z.tuple([z.string(), z.string()]) }),
  ),
  /** The provider's own texts; null without any. */
  own: ownRubricSchema.nullable(),
  /** Who changed it last; null for the shipped one. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
});

export const getRubric = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/rubric',
  access: 'scorer',
  summary: 'Returns the rubric: what counts and what does not, for each field.',
  reply: rubricReply,
});

/** Errors: 422 if someone changed the rubric meanwhile. */
export const saveRubric = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/rubric',
  access: 'scoring-lead',
  summary: 'Saves the provider’s texts of the rubric. The version is the one after the newest.',
  body: ownRubricSchema,
  reply: rubricReply,
});
