import type { MatchRule } from '@mailcall/contract/rules/patient-match.ts';

/** Days since 1970-01-01. Days of calls and visits are in the office's time zone. */
export type Day = number;

export interface HouseholdInput {
  id: string;
  /** Degrees; null if unknown. */
  longitude: number | null;
  latitude: number | null;
  /** The location is only the middle of the ZIP code. */
  approximate: boolean;
  zip: string | null;
  /** With or without the ZIP code: 28801C007 or C007. */
  carrierRoute: string | null;
}

export interface PatientInput {
  id: string;
  householdId: string;
  firstName: string | null;
  lastName: string | null;
  phones: readonly string[];
  firstVisit: Day | null;
}

/** Rings of longitude and latitude: the outline, then holes. */
export type Polygon = number[][][];

export interface ZoneInput {
  id: string;
  polygons: readonly Polygon[];
  /** Codes such as 28801C007. */
  carrierRoutes: readonly string[];
}

/** Evidence stored while names and numbers were still kept. */
export interface KeptEvidence {
  patientId: string;
  mailingId: string;
  rule: MatchRule;
  callId: string;
  callDay: Day;
  appointmentId: string | null;
  appointmentDay: Day | null;
}

export interface MailingInput {
  id: string;
  zoneId: string;
  delivery: Day;
}

export interface AppointmentInput {
  id: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  day: Day | null;
}

export interface CallInput {
  id: string;
  mailingId: string;
  time: number;
  day: Day;
  phone: string | null;
  callerName: string | null;
  callerIdName: string | null;
  appointments: readonly AppointmentInput[];
}

/** Everything that a list's audit depends on, in any order. */
export interface AuditInput {
  households: readonly HouseholdInput[];
  patients: readonly PatientInput[];
  zones: readonly ZoneInput[];
  mailings: readonly MailingInput[];
  calls: readonly CallInput[];
  kept?: readonly KeptEvidence[];
  /** Days after a delivery in which a first visit counts as its result. */
  matchDays: number;
}
