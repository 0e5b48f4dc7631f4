import type { DimensionFilter } from '@mailcall/contract/call-filters.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The column of `calls` that holds the code of each text dimension; codes are named in `dimension_values`. */
const dimensionColumns: Readonly<Record<DimensionFilter, string>> = {
  answeredBy: 'answered_by',
  nonOpportunityReason: 'non_opportunity_reason',
  paymentType: 'payment_type',
  callerSource: 'caller_source',
  voicemailOutcome: 'voicemail_outcome',
  callerGender: 'caller_gender',
  followUpReason: 'follow_up_reason',
  noAppointmentScheduledReason: 'no_appointment_scheduled_reason',
  ivrOutcome: 'ivr_outcome',
  callerLanguage: 'caller_language',
  patientType: 'patient_type',
  mediaType: 'media_type',
  campaignType: 'campaign_type',
  recordType: 'record_type',
};

/** The column of a dimension in a query over `calls`. */
export const dimensionColumn = (dimension: DimensionFilter): RawBuilder<number | null> =>
  sql.ref(`calls.${dimensionColumns[dimension]}`);

/**
 * The condition that a call has one of these values of a dimension. The few codes are looked up once a statement, and
 * the calls are then compared by code; an unknown value matches nothing.
 */
export const callHasValue = (dimension: DimensionFilter, values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${dimensionColumn(dimension)} = any(array(select code from dimension_values where dimension = ${dimension} and value = any(${[...values]})))`;
