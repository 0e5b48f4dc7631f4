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
/** The id of a patient list in a request. */
export const patientListId = z.string({ error: 'Use the id of a patient list.' }).min(1).max(200);

/** Households of a class and the production of their patients. */
const classTotalsSchema = z.object({ total: count, production: dollars });

/** The last audit of a list. */
export const patientListAuditSchema = z.object({
  strongMatches: classTotalsSchema,
  weakMatches: classTotalsSchema,
  noMatches: classTotalsSchema,
  /** Pieces of the mailings that matched, together; 0 when none matched. */
  totalMailings: count,
  /** Ids of the campaigns that matched patients. */
  campaignsIds: z.array(z.string()),
  /** Number of campaigns that matched patients. */
  totalCampaigns: count,
  /** Number of matched patients. */
  matches: count,
  /** When it was computed, UTC. */
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
  /** Whether somebody uploaded it in the portal or the provider sent it. */
  source: z.enum(['portal', 'feed']),
  /** Name of the uploaded file; null when not known. */
  fileName: z.string().nullable(),
  /** When it was uploaded first, UTC. */
  uploadedAt: z.iso.datetime(),
  /** Name of the person who uploaded it; null for a list of the provider's. */
  uploadedBy: z.string().nullable(),
  /** Whether it was put away: it keeps its rows and its audit, and is listed last. */
  archived: z.boolean(),
  /** First and last day of the patients' first visits; null without any. */
  fromDate: day,
  toDate: day,
  metadata: z.object({
    /** When its rows changed last, UTC. */
    modifiedAt: z.iso.datetime(),
  }),
  summary: z.object({
    /** Number of patients: the rows of the list. */
    patientCount: count,
    /** Number of households. */
    householdCount: count,
    /** Production of all patients. */
    production: dollars,
    /** Number of patients with neither a point nor a known ZIP code: no map shows them. */
    invalidAddress: count,
  }),
  /** Whether its households are still being located after a change. */
  preparing: z.boolean(),
  /** Null until it was audited. */
  audit: patientListAuditSchema.nullable(),
  /** The upload that its rows are from; null for a list of the provider's. */
  uploadId: z.string().nullable(),
  /** Number of rows of that upload that were left out because they are no patients. */
  rejectedRows: count,
  /** Number of cells of that upload that could not be read and were left empty. */
  emptiedCells: count,
  /** Whether the viewer may archive it and bring it back: the uploader or a primary contact of the account. */
  mayArchive: z.boolean(),
  /** Whether the viewer may delete it: a primary contact of the account. */
  mayDelete: z.boolean(),
});
export type PatientList = z.infer<typeof patientListSchema>;

/** Only lists of accounts to which the viewer has a right of their own; those of a scoreboard grant are left out. */
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
    /** Accounts of the selection to which the viewer may upload a list, sorted by name. */
    uploadAccounts: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** A matched patient of a household and the evidence for the match. */
export const patientMatchSchema = z.object({
  class: z.enum(['strong', 'weak']),
  /** The rule that made it, as a text for people: a value of `matchRuleLabels`. */
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
  /** Id of the mailing. */
  campaignId: z.string(),
  /** Name of the mailing. */
  campaignName: z.string(),
  /** Day of its delivery, or the Monday of its week of delivery. */
  deliveryDate: day,
  /** Id of the call; null when the match has none of its own. */
  callId: z.string().nullable(),
  /** When the call came in, UTC. */
  callDateTime: z.iso.datetime().nullable(),
  callerName: z.string().nullable(),
  callerNumber: z.string().nullable(),
  /** API path that returns a short-lived URL of the recording; null without one. */
  callAudioUrl: z.string().nullable(),
  /** Length of the call in seconds; null without a call. */
  callAudioDuration: count.nullable(),
  /** Id of the appointment; null when the match has none. */
  appointmentId: z.string().nullable(),
  appointmentFirstName: z.string().nullable(),
  appointmentLastName: z.string().nullable(),
  /** Time of the appointment, UTC. */
  appointmentDateTime: z.iso.datetime().nullable(),
});
export type PatientMatch = z.infer<typeof patientMatchSchema>;

/** A household of a patient list. */
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
  /** The address as the list spells it, with city, state and ZIP code; '' without an address. */
  address: z.string(),
  /** Degrees; null without a point. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Whether the point is only the middle of the ZIP code. */
  approximate: z.boolean(),
  carrierRoute: z.string().nullable(),
  /** Number of patients. */
  count: z.int().min(1),
  /** Production of its patients. */
  production: dollars,
  /** How surely it came because of a mailing: the class of its best patient. */
  class: z.enum(matchClasses),
  /** Whether a mailing reached it before a first visit, matched or not. */
  wasMailed: z.boolean(),
  /** The matched patients, strong ones first; empty for the class `none`. */
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
    /** The single-use token. */
    slt: z.string(),
    /** When the token expires. */
    expiresAt: z.iso.datetime(),
    /** Number of patients in the list now. */
    rows: count,
  }),
});

/** The token alone authorizes the download. Errors: 403 for a used, expired or unknown token. */
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
    /** The single-use token. */
    slt: z
      .string({ error: 'Ask for a token by /patient-lists/{id}/request-download first.' })
      .min(1)
      .max(200),
  }),
  reply: z.unknown(),
});

/** Errors: 404 for a list that the viewer may not see, 422 for one that they may not archive. */
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

/** Errors: 404 for a list that the viewer may not see, 422 for one that they may not delete. */
export const deletePatientList = route({
  service: 'maps',
  method: 'DELETE',
  path: '/patient-lists/:id',
  access: 'full',
  summary: 'Deletes a patient list with its rows, its uploaded files and its matches.',
  params: z.object({ id: patientListId }),
  reply: z.object({ id: z.string() }),
});
