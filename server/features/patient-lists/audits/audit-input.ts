import type { MatchRule } from '@mailcall/contract/rules/patient-match.ts';

/** A calendar day as the number of days since 1970-01-01. Days of calls and visits are in the office's time zone. */
export type Day = number;

/** A household of the list. */
export interface HouseholdInput {
  id: string;
  /** Degrees; null when not known. */
  longitude: number | null;
  latitude: number | null;
  /** Whether the location is only the middle of the ZIP code. */
  approximate: boolean;
  zip: string | null;
  /** With or without the ZIP code: 28801C007 or C007. */
  carrierRoute: string | null;
}

/** A row of the list. */
export interface PatientInput {
  id: string;
  householdId: string;
  firstName: string | null;
  lastName: string | null;
  /** All numbers of the patient. */
  phones: readonly string[];
  firstVisit: Day | null;
}

/** Rings of longitude and latitude, the outline first, then holes. */
export type Polygon = number[][][];

/** A zone that mailings went to. */
export interface ZoneInput {
  id: string;
  polygons: readonly Polygon[];
  /** Codes such as 28801C007. */
  carrierRoutes: readonly string[];
}

/** Evidence that a mailing brought a patient, stored while their names and numbers were still kept. */
export interface KeptEvidence {
  patientId: string;
  mailingId: string;
  rule: MatchRule;
  callId: string;
  callDay: Day;
  appointmentId: string | null;
  appointmentDay: Day | null;
}

/** A delivered mailing with a zone. */
export interface MailingInput {
  id: string;
  zoneId: string;
  delivery: Day;
}

/** An appointment of a call. */
export interface AppointmentInput {
  id: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  day: Day | null;
}

/** A call of a mailing. */
export interface CallInput {
  id: string;
  mailingId: string;
  /** Milliseconds since 1970. */
  time: number;
  day: Day;
  phone: string | null;
  callerName: string | null;
  callerIdName: string | null;
  appointments: readonly AppointmentInput[];
}

/** Everything that the audit of a list depends on. The order of the rows does not matter. */
export interface AuditInput {
  households: readonly HouseholdInput[];
  patients: readonly PatientInput[];
  zones: readonly ZoneInput[];
  mailings: readonly MailingInput[];
  calls: readonly CallInput[];
  /** Absent where nothing was removed. */
  kept?: readonly KeptEvidence[];
  /** How many days after a delivery a first visit still counts as its result. */
  matchDays: number;
}
