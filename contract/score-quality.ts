import { z } from 'zod';
import { agreementFields, passStates } from './rules/second-pass.ts';
import { disputedFields } from './rules/score-disputes.ts';
import { scoreFieldNames } from './rules/score-fields.ts';
import { scoreValuesSchema } from './rules/score-values.ts';
import { deskCallSchema, scoreMarkSchema, scoringCallParams } from './scoring.ts';
import { suggestionFigures } from './suggestions.ts';
import { wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const agreementField = z.enum(agreementFields);

/** Bounds of the 95 % interval. */
const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
const agreement = {
  calls: count,
  /** Share of the same answers, 0 to 1; null below 30 calls. */
  share: estimate.nullable(),
  /** Cohen's kappa; null below 30 calls, if all answers are the same, and over several fields. */
  kappa: estimate.nullable(),
};
const byField = z.array(z.object({ field: agreementField, ...agreement }));
const person = z.object({ id: z.string(), name: z.string() });

const work = {
  scored: count,
  /** Calls an hour while scoring; null below 30 calls. */
  callsPerHour: z.number().min(0).nullable(),
  /** Own scores that were corrected later, for any reason. */
  corrected: count,
};

/** Days up to now. */
const periodQuery = { days: wholeNumber(1, 366).default(90) };

export const scoringQuality = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/quality',
  access: 'scoring-lead',
  summary:
    'Compares the scores of calls that two people scored: by field, pair, person and month, with people who answer a field differently, and fields that offices dispute.',
  query: z.object({
    ...periodQuery,
    /** For pairs, people and months; all fields without it. */
    field: agreementField.optional(),
  }),
  reply: z.object({
    open: count,
    differs: count,
    returned: count,
    calls: count,
    byField,
    /** What offices disputed in these days, most disputed first; without withdrawn disputes. */
    disputed: z.array(z.object({ field: z.enum(disputedFields), disputes: count, accepted: count })),
    /** Deviate beyond chance, strongest first. */
    named: z.array(
      z.object({
        person,
        field: agreementField,
        answer: z.string(),
        calls: count,
        /** The person's share of the answer less the colleagues' share, -1 to 1. */
        difference: estimate,
      }),
    ),
    byPair: z.array(z.object({ people: z.tuple([person, person]), ...agreement })),
    byPerson: z.array(z.object({ person, ...agreement, ...work })),
    byMonth: z.array(z.object({ month: z.iso.date(), ...agreement })),
    /** Null if the model suggested nothing in this time. */
    suggestions: suggestionFigures.nullable(),
  }),
});
export type ScoringQuality = z.output<typeof scoringQuality.reply>;

const passSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  /** Seconds. */
  callDuration: count,
  state: z.enum(passStates),
  first: person,
  second: person,
  secondAt: z.iso.datetime(),
  /** In the order of the form. */
  differences: z.array(z.object({ field: z.enum(scoreFieldNames), first: z.string(), second: z.string() })),
  /** The lead's reason; null if not returned. */
  note: z.string().nullable(),
  /** The first person's reason to keep the score. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  changed: z.boolean().nullable(),
});
export type SecondPass = z.output<typeof passSchema>;

export const ownScoringQuality = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/quality/own',
  access: 'scorer',
  summary: 'Returns the person’s own speed, corrections and agreement, and scores returned to them.',
  query: z.object(periodQuery),
  reply: z.object({
    ...work,
    ...agreement,
    byField,
    /** Oldest first; without the second person's name. */
    returned: z.array(passSchema),
  }),
});
export type OwnScoringQuality = z.output<typeof ownScoringQuality.reply>;

export const listSecondPasses = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/quality/calls',
  access: 'scoring-lead',
  summary:
    'Lists calls whose two scores differ, oldest first, were returned, or were decided, newest first; at most 200.',
  query: z.object({ state: z.enum(['differs', 'returned', 'decided']).default('differs') }),
  reply: z.object({ records: z.array(passSchema) }),
});

const oneScore = z.object({ values: scoreValuesSchema, marks: z.array(scoreMarkSchema) });

export const getSecondPass = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/quality/calls/:callId',
  access: 'scoring-lead',
  summary: 'Returns both scores of a call with their marks, and the score that the call shows.',
  params: scoringCallParams,
  reply: z.object({
    pass: passSchema,
    call: deskCallSchema,
    first: oneScore,
    second: oneScore,
    rubric: z.string(),
  }),
});
export type SecondPassDetails = z.output<typeof getSecondPass.reply>;

/** Errors: 400 with a sentence at each field; 404; 422 if it is decided already or the score changed meanwhile. */
export const decideSecondPass = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/quality/calls/:callId/decide',
  access: 'scoring-lead',
  summary:
    'Settles a difference. Values that differ from the shown score become a new version with the reason `second pass`.',
  params: scoringCallParams,
  body: z.strictObject({
    version: count,
    values: scoreValuesSchema,
    rubric: z.string().min(1).max(20),
  }),
  reply: z.object({ version: count }),
});

const textOf = (missing: string) =>
  z.string({ error: missing }).trim().min(10, missing).max(500, 'Use at most 500 characters.');

/** Errors: 404; 422 if it is decided or returned already. */
export const returnSecondPass = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/quality/calls/:callId/return',
  access: 'scoring-lead',
  summary: 'Asks the first person to look at the call again.',
  params: scoringCallParams,
  body: z.strictObject({ note: textOf('Say what to look at, in at least 10 characters.') }),
  reply: z.null(),
});

/** Errors: 404 for calls that were not returned to the person. */
export const keepFirstScore = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/quality/calls/:callId/keep',
  access: 'scorer',
  summary: 'Keeps the person’s returned score and says why; a lead decides.',
  params: scoringCallParams,
  body: z.strictObject({ answer: textOf('Say why, in at least 10 characters.') }),
  reply: z.null(),
});
