import { z } from 'zod';
import { consents } from './exports.ts';
import { matchClasses } from './rules/patient-match.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** US dollars. */
const dollars = z.number();
/** `YYYY-MM-DD`. */
const day = z.string().nullable();
export const patientListId = z.string({ error: 'Use the id of a patient list.' }).min(1).max(200);

const classTotalsSchema = z.object({ total: count, production: dollars });

export const patientListAuditSchema = z.object({
  strongMatches: classTotalsSchema,
  weakMatches: classTotalsSchema,
  noMatches: classTotalsSchema,
  /** Pieces of all matched mailings. */
  totalMailings: count,
  campaignsIds: z.array(z.string()),
  /** First and last delivery of these mailings: the day, or Monday of the week; null without any. */
  firstDelivery: day,
  lastDelivery: day,
  totalCampaigns: count,
  campaignsWithCost: count,
  /** Null if no cost is known. */
  cost: dollars.nullable(),
  /** Production of strong and weak matches per dollar of cost; null unless the cost of all campaigns is known and above 0. */
  returnOnCost: dollars.nullable(),
  matches: count,
  auditedAt: z.iso.datetime(),
});
export type PatientListAudit = z.infer<typeof patientListAuditSchema>;

export const patientListSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  source: z.enum(['portal', 'feed']),
  fileName: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
  /** Name of the uploader; null for a list from the provider. */
  uploadedBy: z.string().nullable(),
  /** Archived lists keep rows and audit, and are listed last. */
  archived: z.boolean(),
  /** First and last day of first visits; null without any. */
  fromDate: day,
  toDate: day,
  metadata: z.object({
    modifiedAt: z.iso.datetime(),
  }),
  summary: z.object({
    /** Each row is a patient. */
    patientCount: count,
    householdCount: count,
    production: dollars,
    /** Patients without a location or known ZIP code; no map shows them. */
    invalidAddress: count,
  }),
  preparing: z.boolean(),
  /** Null until audited. */
  audit: patientListAuditSchema.nullable(),
  uploadId: z.string().nullable(),
  /** Rows of that upload that are no patients. */
  rejectedRows: count,
  /** Unreadable cells of that upload, which stay empty. */
  emptiedCells: count,
  /** The uploader or a primary contact. */
  mayArchive: z.boolean(),
  /** Primary contacts only. */
  mayDelete: z.boolean(),
});
export type PatientList = z.infer<typeof patientListSchema>;

/** Only lists of accounts to which the viewer has direct access, without a scoreboard grant. */
export const listPatientLists = route({
  service: 'maps',
  method: 'GET',
  path: '/accounts/patient-lists',
  access: 'full',
  summary:
    'Lists the patient lists of accounts without their households: audited ones first, then by when they changed last; archived ones at the end.',
  query: z.object({ ...accountSelectionShape }),
  reply: z.object({
    records: z.array(patientListSchema),
    uploadAccounts: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const patientMatchSchema = z.object({
  class: z.enum(['strong', 'weak']),
  /** Matching rule in words; a value of `matchRuleLabels`. */
  rule: z.string(),
  patientFirstName: z.string().nullable(),
  patientLastName: z.string().nullable(),
  /** As in the list, with city, state and ZIP code; '' without an address. */
  patientAddress: z.string(),
  /** Degrees: the patient's own, else the household's; null without a point. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  firstVisit: day,
  campaignId: z.string(),
  campaignName: z.string(),
  /** Delivery day, or Monday of the delivery week. */
  deliveryDate: day,
  /** The call's fields are null if the match has no call. */
  callId: z.string().nullable(),
  callDateTime: z.iso.datetime().nullable(),
  callerName: z.string().nullable(),
  callerNumber: z.string().nullable(),
  /** API path that returns a short-lived URL; null without a recording. */
  callAudioUrl: z.string().nullable(),
  /** Seconds; null without a call. */
  callAudioDuration: count.nullable(),
  /** Null if the match has no appointment. */
  appointmentId: z.string().nullable(),
  appointmentFirstName: z.string().nullable(),
  appointmentLastName: z.string().nullable(),
  appointmentDateTime: z.iso.datetime().nullable(),
});
export type PatientMatch = z.infer<typeof patientMatchSchema>;

export const householdSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  account: z.string(),
  source: z.enum(['portal', 'feed']),
  metadata: z.object({
    modifiedAt: z.iso.datetime(),
  }),
  address: z.string(),
  /** Degrees. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Whether the location is only the middle of the ZIP code. */
  approximate: z.boolean(),
  carrierRoute: z.string().nullable(),
  count: z.int().min(1),
  production: dollars,
  /** Class of its best patient. */
  class: z.enum(matchClasses),
  /** Whether a mailing reached it before a first visit, matched or not. */
  wasMailed: z.boolean(),
  /** Strong ones first. */
  matches: z.array(patientMatchSchema),
});
export type Household = z.infer<typeof householdSchema>;

/** Logged as opening the list. Errors: 404 for a list that the viewer may not see. */
export const listHouseholds = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/:id/households',
  access: 'full',
  summary: 'Lists the households of a patient list with their matches.',
  params: z.object({ id: patientListId }),
  reply: z.object({ id: z.string(), name: z.string(), records: z.array(householdSchema) }),
});

export const requestPatientListDownload = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/:id/request-download',
  access: 'full',
  summary:
    'Records the consent and returns a single-use token for one download of the list’s audit, valid for 2 minutes.',
  params: z.object({ id: patientListId }),
  body: z.strictObject(consents),
  reply: z.object({
    slt: z.string(),
    expiresAt: z.iso.datetime(),
    rows: count,
  }),
});

/** Needs only the token. Errors: 403 for a used, expired or unknown token. */
export const downloadPatientList = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/:id.csv',
  access: 'public',
  replyFormat: 'binary',
  summary:
    'Streams the audit of a list as CSV: its columns, then class, rule, mailing and the days of the evidence of each patient.',
  params: z.object({ id: patientListId }),
  query: z.object({
    slt: z
      .string({ error: 'Ask for a token by /patient-lists/{id}/request-download first.' })
      .min(1)
      .max(200),
  }),
  reply: z.unknown(),
});

/** Errors: 404 for a list that the viewer may not see, 422 if they may not archive it. */
export const archivePatientList = route({
  service: 'maps',
  method: 'PUT',
  path: '/patient-lists/:id/archived',
  access: 'full',
  summary: 'Archives a patient list or brings it back.',
  params: z.object({ id: patientListId }),
  body: z.strictObject({ archived: z.boolean() }),
  reply: z.object({ archived: z.boolean() }),
});

/** Errors: 404 for a list that the viewer may not see, 422 if they may not delete it. */
export const deletePatientList = route({
  service: 'maps',
  method: 'DELETE',
  path: '/patient-lists/:id',
  access: 'full',
  summary: 'Deletes a patient list with its rows, its uploaded files and its matches.',
  params: z.object({ id: patientListId }),
  reply: z.object({ id: z.string() }),
});
