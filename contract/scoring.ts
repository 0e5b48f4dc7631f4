import { z } from 'zod';
import { scoreValuesSchema } from './rules/score-values.ts';
import { ownRubricSchema } from './rules/score-rubric.ts';
import { scoreFieldNames } from './rules/score-fields.ts';
import { transcriptSchema } from './transcripts.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';
import { shownSuggestionSchema } from './suggestions.ts';

/** Minutes without input until a claimed call goes back to the queue. */
export const scoreClaimMinutes = 10;

export const skipReasons = ['no recording', 'language', 'technical'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** `short`: below the provider's limit. `silent`: repeated silent recordings of the caller. `spam`: the number was scored as spam. */
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

/** Evidence in the recording for a field of the score. */
export const scoreMarkSchema = z.strictObject({
  field: z.enum(scoreFieldNames),
  /** Milliseconds. */
  from: z
    .int()
    .min(0)
    .max(24 * 3_600_000),
  /** Null for a point. */
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
  late: count,
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
    inWork: count,
    scoredToday: count,
    scoredTodayByMe: count,
    /** Hours of the provider's opening hours. */
    targetHours: z.number().positive(),
    byAge: z.array(z.object({ upToHours: z.number().nullable(), calls: count })),
    byAccount: z.array(z.object({ accountId: z.string(), accountName: z.string(), ...waiting })).max(500),
    proposals: z.array(z.object({ kind: z.enum(proposalKinds), calls: count })),
    /** Skipped by everyone who could score them, so leads decide. */
    skipped: z.array(z.object({ reason: z.enum(skipReasons), calls: count })),
    isLead: z.boolean(),
  }),
});

const choice = z.object({ id: z.string(), name: z.string() });
export const staffChoiceSchema = choice.extend({ aliases: z.array(z.string()).optional() });

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
  recording: z
    .object({
      /** Signed path below the data service. Loading is not counted as a play; see `recordScoringPlay`. */
      url: z.string(),
      expiresAt: z.iso.datetime(),
      /** Loudness 0 to 100 of equal parts; null if unreadable. */
      peaks: z.array(z.int().min(0).max(100)).nullable(),
    })
    .nullable(),
  /** In the order in which they are heard; empty without a transcript. */
  transcript: transcriptSchema.shape.turns,
  /** Newest first, at most five. */
  earlierCalls: z.array(
    z.object({
      callId: z.string(),
      callDateTime: z.iso.datetime(),
      label: z.string(),
      summary: z.string().nullable(),
    }),
  ),
  appointments: z.array(
    z.object({
      id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      dateTime: z.iso.datetime().nullable(),
    }),
  ),
  /** Current values, or the person's draft. */
  values: scoreValuesSchema,
  marks,
  isDraft: z.boolean(),
  /** Of the provider's model, in the order of the form. None in a second pass or once the call has a score. */
  suggestions: z.array(shownSuggestionSchema).max(100),
  /** Newest saved score; 0 without one. */
  version: count,
  /** End of the claim without another request. */
  expiresAt: z.iso.datetime(),
});
export type DeskCall = z.output<typeof deskCallSchema>;

/** One person keeps at most two calls: this and the next one. */
export const takeNextCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/next',
  access: 'scorer',
  summary: 'Claims the oldest call that waits for a score and that nobody else works on.',
  body: z.strictObject({
    /** The person's claimed calls; not returned again. */
    except: z.array(callId).max(2, 'Name at most two calls.').default([]),
    /** Default: all of the person's accounts. */
    accountIds: listOf(z.string().min(1).max(200), 100, 'accounts').optional(),
  }),
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

/** Errors: 422 if the claim ended and another person has the call. */
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
    /** The caller's; for the reason `language`. */
    language: z.string().trim().min(1).max(60).optional(),
  }),
  reply: z.null(),
});

/** Errors: 400 per wrong field; 404; 422 if another person has the call or saved meanwhile. A repeated `requestId` saves once. */
export const saveScore = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calls/:callId/score',
  access: 'scorer',
  summary: 'Saves a call’s score as a new version and ends the claim.',
  params: scoringCallParams,
  body: z.strictObject({
    requestId: z.uuid({ error: 'Use a UUID.' }),
    version: count,
    values: scoreValuesSchema,
    marks,
    rubric: rubricVersion,
    reason: z.enum(['scored', 'correction']).default('scored'),
    /** Fields whose suggestion the person accepted, also if they changed it later. */
    accepted: z.array(z.enum(scoreFieldNames)).max(scoreFieldNames.length).default([]),
  }),
  reply: z.object({ version: count }),
});

/** Errors: 404; 422 if the version is not the newest, another person's, or older than an hour. */
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
  access: 'listener',
  summary: 'Records that the person has heard the recording; sent when it begins to sound.',
  params: scoringCallParams,
  body: z.strictObject({}),
  reply: z.null(),
});

export const scoringOptions = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/accounts/:accountId/options',
  access: 'scorer',
  summary: 'Lists the staff, offers, services and insurances of an account and the texts of its picklists.',
  params: z.object({ accountId: z.string().min(1).max(200) }),
  reply: z.object({
    staff: z.array(staffChoiceSchema).max(1000),
    offers: z.array(choice).max(1000),
    services: z.array(choice).max(1000),
    insurances: z.array(choice).max(1000),
    /** By list, in display order. */
    picklists: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
    /** Null if unknown. */
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
        why: z.string(),
      }),
    ),
  }),
});

/** Leaves out calls that others took or scored meanwhile. */
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
  /** Null for a withdrawn score. */
  values: scoreValuesSchema.nullable(),
  marks,
  /** For offices the provider's team. Null for the feed. */
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
  version: rubricVersion,
  fields: z.record(
    z.enum(scoreFieldNames),
    z.object({ counts: z.string(), doesNotCount: z.string(), examples: z.tuple([z.string(), z.string()]) }),
  ),
  /** Null without own texts. */
  own: ownRubricSchema.nullable(),
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
