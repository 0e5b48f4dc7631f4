import { z } from 'zod';
import { calibrationOutcomes, calibrationStates, maxCalibrationCalls } from './rules/calibration.ts';
import { comparedFields } from './rules/second-pass.ts';
import { scoreValuesSchema } from './rules/score-values.ts';
import { deskCallSchema, scoreMarkSchema } from './scoring.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const uuid = z.uuid({ error: 'Use a UUID.' });
const id = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(200, 'Use at most 200 characters.');
const callId = id('Name the call.');
const setParams = z.object({ setId: uuid });
const callParams = setParams.extend({ callId });
const marks = z.array(scoreMarkSchema).max(100, 'Set at most 100 marks.');

const missingName = 'Name the set.';
const setName = z
  .string({ error: missingName })
  .trim()
  .min(1, missingName)
  .max(80, 'Use at most 80 characters.');

const setSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(calibrationStates),
  /** The lead who made it, or started it. */
  by: z.string(),
  madeAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  /** Closes the set. */
  dueAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
});
export type CalibrationSet = z.output<typeof setSchema>;

/** Calls of which the person has to score `left`. */
const ownSet = setSchema
  .pick({ id: true, name: true, dueAt: true, closedAt: true })
  .extend({ state: z.enum(['open', 'closed']), calls: count, left: count });
export type OwnCalibrationSet = z.output<typeof ownSet>;

export const listCalibrationSets = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calibration',
  access: 'scorer',
  summary:
    'Lists started calibration sets in which the person takes part, and for leads all sets, newest first.',
  reply: z.object({
    own: z.array(ownSet),
    /** Empty for scorers. Without sets that have calls outside the lead’s accounts. */
    sets: z.array(setSchema.extend({ calls: count, people: count, finished: count })),
  }),
});

/** Errors: 400. A repeated `id` makes one set. */
export const makeCalibrationSet = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration',
  access: 'scoring-lead',
  summary: 'Makes an empty calibration set.',
  body: z.strictObject({ id: uuid, name: setName }),
  reply: z.object({ id: z.uuid() }),
});

const callSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  /** Seconds. */
  callDuration: count,
  hasRecording: z.boolean(),
});
export type CalibrationCall = z.output<typeof callSchema>;

export const getCalibrationSet = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calibration/:setId',
  access: 'scoring-lead',
  summary:
    'Returns a calibration set with its calls and people, and how many calls each has scored. No answers.',
  params: setParams,
  reply: z.object({
    set: setSchema,
    calls: z.array(callSchema),
    /** Calls that were removed, erased, or whose time to be kept ended. */
    gone: count,
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        isLead: z.boolean(),
        /** Works for the accounts of all calls. */
        covers: z.boolean(),
        /** False in a draft. */
        takesPart: z.boolean(),
        scored: count,
      }),
    ),
  }),
});
export type CalibrationSetDetails = z.output<typeof getCalibrationSet.reply>;

const refused = z.array(z.object({ callId: z.string(), why: z.string() }));

/** Errors: 404; 422 after the start. */
export const addCalibrationCalls = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/calls',
  access: 'scoring-lead',
  summary: 'Adds calls with a recording to a draft, and says why others were not added.',
  params: setParams,
  body: z.strictObject({
    callIds: z.array(callId).min(1, 'Name a call.').max(100, 'Name at most 100 calls.'),
  }),
  reply: z.object({ added: count, refused }),
});

/** Errors: 404; 422 after the start. */
export const addRandomCalibrationCalls = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/random-calls',
  access: 'scoring-lead',
  summary:
    'Adds calls with a recording to a draft, chosen at random among those of the last days with an outcome.',
  params: setParams,
  body: z.strictObject({
    outcome: z.enum(calibrationOutcomes, { error: `Use one of ${calibrationOutcomes.join(', ')}.` }),
    calls: z
      .int({ error: 'Say how many calls.' })
      .min(1, 'Add at least one call.')
      .max(maxCalibrationCalls, `Add at most ${maxCalibrationCalls} calls.`),
    days: z.int().min(1).max(90).default(30),
    /** Default: all of the lead’s accounts. */
    accountIds: listOf(z.string().min(1).max(200), 100, 'accounts').optional(),
  }),
  reply: z.object({ added: count }),
});

/** Errors: 404; 422 after the start. */
export const removeCalibrationCall = route({
  service: 'data',
  method: 'DELETE',
  path: '/scoring/calibration/:setId/calls/:callId',
  access: 'scoring-lead',
  summary: 'Removes a call from a draft.',
  params: callParams,
  reply: z.null(),
});

/** Errors: 400 for people who do not work for all accounts and for a past date; 404; 422 without calls or if it is started. */
export const startCalibrationSet = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/start',
  access: 'scoring-lead',
  summary:
    'Starts a draft for these people and the lead, whose answers are the reference. Its calls are fixed from then on.',
  params: setParams,
  body: z.strictObject({
    people: z.array(id('Name the person.')).min(1, 'Choose at least one person.').max(200),
    /** Last day, in the provider’s zone. */
    dueOn: z.iso.date('Use a date such as 2026-11-30.').max(10).nullable(),
  }),
  reply: z.null(),
});

/** Errors: 404; 422 unless it is open. */
export const closeCalibrationSet = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/close',
  access: 'scoring-lead',
  summary: 'Closes an open set: its result can be read, and nobody scores its calls any more.',
  params: setParams,
  body: z.strictObject({}),
  reply: z.null(),
});

/** Errors: 404; 422 after the start. */
export const deleteCalibrationSet = route({
  service: 'data',
  method: 'DELETE',
  path: '/scoring/calibration/:setId',
  access: 'scoring-lead',
  summary: 'Deletes a draft.',
  params: setParams,
  reply: z.null(),
});

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
const field = z.enum(comparedFields);

const agreementWithReference = {
  /** Calls that the person and the reference answered. */
  calls: count,
  /** Answers to the same field, and those that are the same. */
  answers: count,
  same: count,
  /** Mean of the calls with its 95 % interval, 0 to 1; null below 30 calls. */
  share: estimate.nullable(),
};

const decisionSchema = {
  /** The reference’s answer; null without one. */
  reference: z.string().nullable(),
  /** Written by a lead, instead of the reference. */
  agreed: z.string().nullable(),
  note: z.string().nullable(),
};

/** Errors: 404; 422 unless it is closed. */
export const calibrationResult = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calibration/:setId/result',
  access: 'scoring-lead',
  summary:
    'Returns who answered what about each call of a closed set, and each person’s agreement with the reference.',
  params: setParams,
  reply: z.object({
    set: setSchema,
    gone: count,
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        isReference: z.boolean(),
        scored: count,
        ...agreementWithReference,
      }),
    ),
    calls: z.array(
      callSchema.extend({
        rows: z.array(
          z.object({
            field,
            isSame: z.boolean(),
            ...decisionSchema,
            /** 0 before the first note. */
            version: count,
            answers: z.array(
              z.object({
                personId: z.string(),
                /** Null if the form did not ask the person. */
                answer: z.string().nullable(),
                /** Milliseconds. */
                marks: z.array(count),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});
export type CalibrationResult = z.output<typeof calibrationResult.reply>;

const optionalText = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`).nullable();

/** Errors: 404; 422 unless it is closed, or if someone else changed it meanwhile. */
export const saveCalibrationNote = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calibration/:setId/calls/:callId/fields/:field',
  access: 'scoring-lead',
  summary: 'Keeps the agreed answer and a note about a field of a call. The call’s score stays.',
  params: callParams.extend({ field }),
  body: z.strictObject({ agreed: optionalText(200), note: optionalText(500), version: count }),
  reply: z.object({ version: count }),
});

/** Errors: 404, for scorers also before the set is closed. */
export const calibrationRecording = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calibration/:setId/calls/:callId/recording',
  access: 'scorer',
  summary: 'Returns a short-lived address of the recording of a call.',
  params: callParams,
  reply: z.object({ recording: deskCallSchema.shape.recording }),
});

/** Errors: 404; 422 unless it is closed. */
export const ownCalibrationResult = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/calibration/:setId/own',
  access: 'scorer',
  summary:
    'Returns where the person’s own answers in a closed set differ from the right ones, with notes and without names.',
  params: setParams,
  reply: z.object({
    set: ownSet,
    ...agreementWithReference,
    calls: z.array(
      callSchema.extend({
        rows: z.array(
          z.object({
            field,
            own: z.string(),
            /** Milliseconds. */
            marks: z.array(count),
            ...decisionSchema,
            /** Answers of others, most frequent first. */
            others: z.array(z.object({ answer: z.string(), people: count })),
          }),
        ),
      }),
    ),
  }),
});
export type OwnCalibrationResult = z.output<typeof ownCalibrationResult.reply>;

/** Errors: 404 unless the set is open for the person. */
export const nextCalibrationCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/next',
  access: 'scorer',
  summary:
    'Returns a call of the set that the person has not scored, without any score. Others may score it at the same time.',
  params: setParams,
  body: z.strictObject({ except: z.array(callId).max(maxCalibrationCalls).default([]) }),
  reply: z.object({ call: deskCallSchema.nullable() }),
});

/** Errors: 404; 422 if the person has scored it. */
export const openCalibrationCall = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/calls/:callId/open',
  access: 'scorer',
  summary: 'Returns a certain call of the set, without any score.',
  params: callParams,
  body: z.strictObject({}),
  reply: z.object({ call: deskCallSchema }),
});

/** Errors: 404; 422 if the person has scored it. */
export const saveCalibrationDraft = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calibration/:setId/calls/:callId/draft',
  access: 'scorer',
  summary: 'Keeps what was typed about a call of the set.',
  params: callParams,
  body: z.strictObject({ values: scoreValuesSchema, marks }),
  reply: z.null(),
});

/** Errors: 400 per wrong field; 404; 422 if the person has scored it. A repeated `requestId` saves once. */
export const saveCalibrationAnswer = route({
  service: 'data',
  method: 'PUT',
  path: '/scoring/calibration/:setId/calls/:callId/answer',
  access: 'scorer',
  summary: 'Saves the person’s answers about a call of the set. The call’s score stays.',
  params: callParams,
  body: z.strictObject({
    requestId: uuid,
    values: scoreValuesSchema,
    marks,
    rubric: z.string().min(1).max(20),
  }),
  reply: z.null(),
});

/** Errors: 404; 422 after an hour. */
export const undoCalibrationAnswer = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/calibration/:setId/calls/:callId/undo',
  access: 'scorer',
  summary: 'Takes back the person’s answers about a call of an open set; they are a draft then.',
  params: callParams,
  body: z.strictObject({}),
  reply: z.object({ call: deskCallSchema }),
});
