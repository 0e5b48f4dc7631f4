import { z } from 'zod';
import {
  type ScoreColumn,
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  scoreFields,
} from './score-fields.ts';

const id = z.string().min(1).max(200).nullable();
const name = z.string().trim().min(1, 'Enter a name.').max(500, 'Use at most 500 characters.');

/** The id is null for a person that the scorer adds. */
const handlerSchema = z.strictObject({ id, name });
/** Offer, service or insurance; the id is null if the office's list lacks it. */
const inquirySchema = z.strictObject({
  id,
  name,
  acceptance: z.string().trim().min(1).max(200, 'Use at most 200 characters.').nullable(),
});
/** {@link requestedAppointmentProblems} checks it in the office's wording and local time. */
const appointmentSchema = z.strictObject({
  firstName: z.string().trim().max(80, 'Use at most 80 characters.'),
  lastName: z.string().trim().max(80, 'Use at most 80 characters.'),
  /** UTC; '' until chosen. */
  dateTime: z.string().max(40, 'Use at most 40 characters.'),
});

export type ScoreHandler = z.infer<typeof handlerSchema>;
export type ScoreInquiry = z.infer<typeof inquirySchema>;
export type ScoreAppointment = z.infer<typeof appointmentSchema>;

interface ValueOfKind {
  'yes-no': boolean | null;
  choice: string | null;
  staff: ScoreHandler | null;
  inquiries: readonly ScoreInquiry[];
  appointments: readonly ScoreAppointment[];
  text: string | null;
  seconds: number | null;
}
export type ScoreValues = {
  readonly [Name in ScoreFieldName]: ValueOfKind[(typeof scoreFields)[Name]['kind']];
};
export type ScoreValue = ScoreValues[ScoreFieldName];

export const maxHoldSeconds = 86_400;

export function scoreFieldSchema(field: ScoreFieldName): z.ZodType<ScoreValue> {
  const definition = scoreFieldOf(field);
  switch (definition.kind) {
    case 'yes-no':
      return z.boolean().nullable().default(null);
    case 'choice':
      return z.string().max(200, 'Use at most 200 characters.').nullable().default(null);
    case 'staff':
      return handlerSchema.nullable().default(null);
    case 'inquiries':
      return z.array(inquirySchema).max(50, 'Add at most 50.').default([]);
    case 'appointments':
      return z.array(appointmentSchema).max(20, 'Add at most 20 appointments.').default([]);
    case 'text':
      return z
        .string()
        .max(definition.maxLength, `Use at most ${definition.maxLength} characters.`)
        .nullable()
        .default(null);
    case 'seconds':
      return z.int('Use whole seconds.').min(0).max(maxHoldSeconds).nullable().default(null);
  }
}

export const scoreValuesSchema = z.strictObject(
  Object.fromEntries(scoreFieldNames.map((field) => [field, scoreFieldSchema(field)])),
) as unknown as z.ZodType<ScoreValues, Partial<ScoreValues>>;

const lists: readonly string[] = ['inquiries', 'appointments'];

/** Not from the schemas, which the web app lacks. */
export const emptyScore = Object.fromEntries(
  scoreFieldNames.map((field) => [field, lists.includes(scoreFieldOf(field).kind) ? [] : null]),
) as unknown as ScoreValues;

/** By column; choices are still texts. An absent column has no value. */
export type ScoreRow = { readonly [Column in ScoreColumn]?: string | number | boolean | null };

/** @throws {Error} if the handler is new: it needs an id first */
export function scoreColumnsOf(values: ScoreValues): Partial<Record<ScoreColumn, string | number | boolean>> {
  const columns: Partial<Record<ScoreColumn, string | number | boolean>> = {};
  for (const field of scoreFieldNames) {
    const { column } = scoreFieldOf(field);
    const value: ScoreValue = field === 'handler' ? handlerId(values.handler) : values[field];
    if (column === null || value === null || typeof value === 'object') continue;
    columns[column] = value;
  }
  return columns;
}

function handlerId(handler: ScoreHandler | null): string | null {
  if (handler === null) return null;
  if (handler.id === null) throw new Error('The handler has no id yet.');
  return handler.id;
}

/** As `inquiries` stores it; a new item has no id yet. */
export interface ScoredInquiry {
  kind: 'offer' | 'service' | 'insurance';
  itemId: string | null;
  itemName: string;
  insuranceAcceptanceStatus: string | null;
}

const inquiryFields = ['offers', 'services', 'insurances'] as const;

export const scoredInquiriesOf = (values: ScoreValues): ScoredInquiry[] =>
  inquiryFields.flatMap((field) =>
    values[field].map((inquiry) => ({
      kind: scoreFields[field].inquiry,
      itemId: inquiry.id,
      itemName: inquiry.name,
      insuranceAcceptanceStatus: inquiry.acceptance,
    })),
  );

export interface BesideScore {
  callerName: string | null;
  handlerName: string | null;
  inquiries: readonly ScoredInquiry[];
}

/** Leaves out stored appointments: the form only adds. */
export function scoreValuesOf(
  row: ScoreRow,
  { callerName, handlerName, inquiries }: BesideScore,
): ScoreValues {
  const values: Record<string, unknown> = { ...emptyScore, callerName };
  for (const field of scoreFieldNames) {
    const { column, kind } = scoreFieldOf(field);
    if (column === null) continue;
    const value = row[column] ?? null;
    values[field] =
      kind === 'staff' && value !== null ? { id: value, name: handlerName ?? 'Unknown' } : value;
  }
  for (const field of inquiryFields)
    values[field] = inquiries
      .filter(({ kind }) => kind === scoreFields[field].inquiry)
      .map(({ itemId, itemName, insuranceAcceptanceStatus }) => ({
        id: itemId,
        name: itemName,
        acceptance: insuranceAcceptanceStatus,
      }));
  return values as ScoreValues;
}
