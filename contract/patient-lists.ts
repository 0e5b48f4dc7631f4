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

/** Households of a class and their patients' production. */
const classTotalsSchema = z.object({ total: count, production: dollars });

export const patientListAuditSchema = z.object({
  strongMatches: classTotalsSchema,
  weakMatches: classTotalsSchema,
  noMatches: classTotalsSchema,
  /** Pieces of all matched mailings; 0 if none matched. */
  totalMailings: count,
  /** Campaigns that matched patients. */
  campaignsIds: z.array(z.string()),
  totalCampaigns: count,
  /** Campaigns among them whose cost is known. */
  campaignsWithCost: count,
  /** Total cost; null if no cost is known. */
  cost: dollars.nullable(),
  /** Production of strong and weak matches for each dollar of cost; null unless the cost of all campaigns is known and above 0. */
  returnOnCost: dollars.nullable(),
  /** Number of matched patients. */
  matches: count,
  /** UTC. */
  auditedAt: z.iso.datetime(),
});
export type PatientListAudit = z.infer<typeof patientListAuditSchema>;

/** A patient list without its households. */
export const patientListSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** Uploaded in the portal or sent by the provider. */
  source: z.enum(['portal', 'feed']),
  /** Name of the uploaded file; null if not known. */
  fileName: z.string().nullable(),
  /** First upload, UTC. */
  uploadedAt: z.iso.datetime(),
  /** Name of the uploader; null for a list from the provider. */
  uploadedBy: z.string().nullable(),
  /** Archived lists keep rows and audit, and are listed last. */
  archived: z.boolean(),
  /** First and last day of first visits; null without any. */
  fromDate: day,
  toDate: day,
  metadata: z.object({
    /** Last change of the rows, UTC. */
    modifiedAt: z.iso.datetime(),
  }),
  summary: z.object({
    /** Number of patients, which are the rows of the list. */
    patientCount: count,
    householdCount: count,
    /** Production of all patients. */
    production: dollars,
    /** Patients without a location or known ZIP code; no map shows them. */
    invalidAddress: count,
  }),
  /** Whether households are still being located after a change. */
  preparing: z.boolean(),
  /** Null until audited. */
  audit: patientListAuditSchema.nullable(),
  /** Upload of its rows; null for a list from the provider. */
  uploadId: z.string().nullable(),
  /** Rows of that upload left out because they are no patients. */
  rejectedRows: count,
  /** Unreadable cells of that upload, which stay empty. */
  emptiedCells: count,
  /** Whether the viewer may archive and restore it: the uploader or a primary contact. */
  mayArchive: z.boolean(),
  /** Whether the viewer may delete it: a primary contact. */
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
    /** Selected accounts to which the viewer may upload, by name. */
    uploadAccounts: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** A matched patient of a household with the evidence. */
export const patientMatchSchema = z.object({
  class: z.enum(['strong', 'weak']),
  /** Matching rule in words; a value of `matchRuleLabels`. */
  rule: z.string(),
  patientFirstName: z.string().nullable(),
  patientLastName: z.string().nullable(),
  /** The patient's address as the list spells it, with city, state and ZIP code; '' without an address. */
  patientAddress: z.string(),
  /** Degrees: the patient's own, else the household's; null without a point. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Day of the patient's first visit. */
  firstVisit: day,
  campaignId: z.string(),
  campaignName: z.string(),
  /** Delivery day, or Monday of the delivery week. */
  deliveryDate: day,
  /** Null if the match has no call. */
  callId: z.string().nullable(),
  /** Time of the call, UTC. */
  callDateTime: z.iso.datetime().nullable(),
  callerName: z.string().nullable(),
  callerNumber: z.string().nullable(),
  /** API path that returns a short-lived recording URL; null without a recording. */
  callAudioUrl: z.string().nullable(),
  /** Seconds; null without a call. */
  callAudioDuration: count.nullable(),
  /** Null if the match has no appointment. */
  appointmentId: z.string().nullable(),
  appointmentFirstName: z.string().nullable(),
  appointmentLastName: z.string().nullable(),
  /** UTC. */
  appointmentDateTime: z.iso.datetime().nullable(),
});
export type PatientMatch = z.infer<typeof patientMatchSchema>;

export const householdSchema = z.object({
  id: z.string(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  account: z.string(),
  /** Whether its list was uploaded in the portal or came from the provider. */
  source: z.enum(['portal', 'feed']),
  metadata: z.object({
    /** When the rows of its list changed last, UTC. */
    modifiedAt: z.iso.datetime(),
  }),
  /** Address as in the list, with city, state and ZIP code; '' without one. */
  address: z.string(),
  /** Degrees; null without a location. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Whether the location is only the middle of the ZIP code. */
  approximate: z.boolean(),
  carrierRoute: z.string().nullable(),
  /** Number of patients. */
  count: z.int().min(1),
  /** Production of its patients. */
  production: dollars,
  /** Class of its best patient: how certainly a mailing brought the household. */
  class: z.enum(matchClasses),
  /** Whether a mailing reached it before a first visit, matched or not. */
  wasMailed: z.boolean(),
  /** Matched patients, strong ones first; empty for the class `none`. */
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

/** Errors: 404 for a list that the viewer may not see. */
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
    /** Single-use token. */
    slt: z.string(),
    expiresAt: z.iso.datetime(),
    /** Patients in the list now. */
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
    /** Single-use token. */
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
