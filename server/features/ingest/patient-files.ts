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
  type FeedColumn,
  deleted,
  type FileOfFeed,
  id,
  portalId,
  required,
  text,
  theId,
  timestamp,
} from './feed-columns.ts';

const patientColumns: readonly {
  name: string;
  field: PatientField;
  type: string;
  more?: Partial<FeedColumn>;
}[] = [
  { name: 'first_name', field: 'firstName', type: 'text' },
  { name: 'last_name', field: 'lastName', type: 'text' },
  { name: 'address', field: 'address', type: 'text' },
  // becomes part of the address
  { name: 'unit', field: 'unit', type: 'text', more: { stored: false } },
  { name: 'city', field: 'city', type: 'text' },
  { name: 'state', field: 'state', type: 'text' },
  { name: 'zip', field: 'zip', type: 'text' },
  { name: 'phone', field: 'phone', type: 'text' },
  { name: 'other_phones', field: 'phone', type: 'text[]', more: { otherwise: "'{}'" } },
  { name: 'first_visit', field: 'firstVisit', type: 'date' },
  { name: 'production', field: 'production', type: 'bigint', more: { target: 'production_cents' } },
  { name: 'latitude', field: 'latitude', type: 'double precision' },
  { name: 'longitude', field: 'longitude', type: 'double precision' },
  { name: 'carrier_route', field: 'carrierRoute', type: 'text' },
  { name: 'patient_id', field: 'patientId', type: 'text' },
];

export const patientColumnOf = (field: PatientField): string => {
  const found = patientColumns.find((one) => one.field === field);
  return found?.more?.target ?? found?.name ?? field;
};

/** A row without `phone` may have only other phones. */
function valuesOf(patient: PatientRow, has: (name: string) => boolean): Map<string, string | null> {
  const textOf = (value: string | number | null) => (value === null ? null : String(value));
  const { phone, otherPhones } = patient;
  const others = has('phone') || phone === null ? otherPhones : [phone, ...otherPhones];
  const values: Record<string, string | null> = {
    first_name: patient.firstName,
    last_name: patient.lastName,
    address: patient.address,
    unit: null,
    city: patient.city,
    state: patient.state,
    zip: patient.zip,
    phone,
    other_phones: others.length === 0 ? null : `{${others.join(',')}}`,
    first_visit: patient.firstVisit,
    production: textOf(patient.productionCents),
    latitude: textOf(patient.latitude),
    longitude: textOf(patient.longitude),
    carrier_route: patient.carrierRoute,
    patient_id: patient.patientId,
  };
  // the phone cell may contain a second number
  const isGiven = (name: string) => has(name) || (name === 'other_phones' && others.length > 0);
  return new Map(Object.entries(values).filter(([name]) => isGiven(name)));
}

const patientGroup: ColumnGroup = {
  names: patientColumns.map(({ name }) => name),
  read(cells) {
    const present = patientColumns.filter(({ name }) => cells.has(name));
    const { patient, emptied } = readPatientCells(
      present.map(({ name }) => cells.get(name) ?? ''),
      present.map(({ field }) => field),
      new Date().getUTCFullYear(),
    );
    // a row without these columns may belong to a known patient
    const isWhole = identifyingFields.every((field) => present.some((one) => one.field === field));
    if (isWhole && identifyingFields.every((field) => patient[field] === null))
      return { problem: { column: '', reason: nobody } };
    const left = emptied.map((cell) => ({ column: present[cell.column]?.name ?? '', reason: cell.reason }));
    if ((cells.get('unit') ?? '').trim() !== '' && !cells.has('address'))
      left.push({ column: 'unit', reason: 'A unit needs an address in the same row.' });
    return { values: valuesOf(patient, (name) => cells.has(name)), emptied: left };
  },
};

/** A list that was uploaded or deleted in the portal ignores the feed. */
const unlessOfPeople = {
  keptIf: `known.portal_id is not null or (known.deleted and known.feed->>'deleted' is distinct from 'true')`,
};

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
      // an empty cell does not make a known list new
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
      ...patientColumns.map(({ name, type, more }) => column(name, type, null, more)),
      deleted,
    ],
    group: patientGroup,
  },
];
