import type { PatientField } from '@mailcall/contract/rules/patient-columns.ts';
import {
  identifyingFields,
  nobody,
  type PatientRow,
  readPatientCells,
} from '@mailcall/contract/rules/patient-row.ts';
import {
  accountId,
  column,
  type ColumnGroup,
  deleted,
  type FileOfFeed,
  id,
  portalId,
  required,
  text,
  theId,
  timestamp,
} from './feed-columns.ts';

/** The columns of a patient: their field in an uploaded list, where the field is in what was read, and their type. */
const patientColumns: readonly {
  name: string;
  field: PatientField;
  key: keyof PatientRow;
  type: string;
  target?: string;
}[] = [
  { name: 'first_name', field: 'firstName', key: 'firstName', type: 'text' },
  { name: 'last_name', field: 'lastName', key: 'lastName', type: 'text' },
  { name: 'address', field: 'address', key: 'address', type: 'text' },
  { name: 'city', field: 'city', key: 'city', type: 'text' },
  { name: 'state', field: 'state', key: 'state', type: 'text' },
  { name: 'zip', field: 'zip', key: 'zip', type: 'text' },
  { name: 'phone', field: 'phone', key: 'phone', type: 'text' },
  { name: 'first_visit', field: 'firstVisit', key: 'firstVisit', type: 'date' },
  {
    name: 'production',
    field: 'production',
    key: 'productionCents',
    type: 'bigint',
    target: 'production_cents',
  },
  { name: 'latitude', field: 'latitude', key: 'latitude', type: 'double precision' },
  { name: 'longitude', field: 'longitude', key: 'longitude', type: 'double precision' },
  { name: 'carrier_route', field: 'carrierRoute', key: 'carrierRoute', type: 'text' },
  { name: 'patient_id', field: 'patientId', key: 'patientId', type: 'text' },
];

/** The columns of the table of patients by the fields of an uploaded list. */
export const patientColumnOf = (field: PatientField): string => {
  const found = patientColumns.find((one) => one.field === field);
  return found?.target ?? found?.name ?? field;
};

/** Reads a patient as an uploaded list is read. */
const patientGroup: ColumnGroup = {
  names: patientColumns.map(({ name }) => name),
  read(cells) {
    const present = patientColumns.filter(({ name }) => cells.has(name));
    const { patient, emptied } = readPatientCells(
      present.map(({ name }) => cells.get(name) ?? ''),
      present.map(({ field }) => field),
      new Date().getUTCFullYear(),
    );
    // a row without one of these columns can be of a known patient
    const isWhole = identifyingFields.every((field) => present.some((one) => one.field === field));
    if (isWhole && identifyingFields.every((field) => patient[field] === null))
      return { problem: { column: '', reason: nobody } };
    const value = (key: keyof PatientRow) => (patient[key] === null ? null : String(patient[key]));
    return {
      values: new Map(present.map(({ name, key }) => [name, value(key)])),
      emptied: emptied.map((cell) => ({ column: present[cell.column]?.name ?? '', reason: cell.reason })),
    };
  },
};

/** A list that was uploaded or deleted in the portal is no longer the feed's to describe. */
const unlessOfPeople = {
  keptIf: `known.portal_id is not null or (known.deleted and known.feed->>'deleted' is distinct from 'true')`,
};

/** The files of offices' patients, in the order in which they are read. */
export const patientFiles: readonly FileOfFeed[] = [
  {
    name: 'patient-lists',
    table: 'patient_lists',
    noun: 'patient list',
    columns: [
      theId,
      accountId,
      text('name', 200, { ...required, ...unlessOfPeople }),
      text('file_name', 200, unlessOfPeople),
      // an empty cell does not make a known list a new one
      timestamp('uploaded_at', { otherwise: 'coalesce(known.uploaded_at, now())', ...unlessOfPeople }),
      portalId,
      { ...deleted, keeping: 'unless-edited' },
    ],
  },
  {
    name: 'patients',
    table: 'patients',
    noun: 'patient',
    columns: [
      theId,
      accountId,
      id('patient_list_id', required),
      ...patientColumns.map(({ name, type, target = name }) => column(name, type, null, { target })),
      deleted,
    ],
    group: patientGroup,
  },
];
