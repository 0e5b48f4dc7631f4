import { readDate, readPatientPhone } from './patient-values.ts';

export const patientFields = [
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'firstVisit',
  'production',
  'latitude',
  'longitude',
  'carrierRoute',
  'patientId',
] as const;
export type PatientField = (typeof patientFields)[number];

export const patientFieldLabels: Record<PatientField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  firstVisit: 'First visit',
  production: 'Production',
  latitude: 'Latitude',
  longitude: 'Longitude',
  carrierRoute: 'Carrier route',
  patientId: 'Patient ID',
};

/** Common headers by meaning: only lower-case letters and digits. */
const knownHeaders: Record<PatientField, readonly string[]> = {
  firstName: ['firstname', 'first', 'fname', 'givenname', 'patientfirstname', 'patfirstname', 'ptfirstname'],
  lastName: [
    'lastname',
    'last',
    'lname',
    'surname',
    'familyname',
    'patientlastname',
    'patlastname',
    'ptlastname',
  ],
  address: [
    'address',
    'address1',
    'addressline1',
    'street',
    'streetaddress',
    'streetaddress1',
    'addr',
    'addr1',
    'mailingaddress',
    'homeaddress',
    'patientaddress',
    'fulladdress',
  ],
  city: ['city', 'town', 'homecity', 'mailingcity', 'patientcity'],
  state: ['state', 'st', 'province', 'homestate', 'mailingstate', 'patientstate'],
  zip: ['zip', 'zipcode', 'zip5', 'postalcode', 'postcode', 'postal', 'homezip', 'mailingzip', 'patientzip'],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'cell',
    'cellphone',
    'mobile',
    'mobilephone',
    'homephone',
    'primaryphone',
    'patientphone',
    'wirelessphone',
    'contactnumber',
  ],
  firstVisit: [
    'firstvisit',
    'firstvisitdate',
    'dateoffirstvisit',
    'datefirstvisit',
    'firstappointment',
    'firstappointmentdate',
    'firstappt',
    'firstapptdate',
    'firstseen',
    'firstseendate',
    'newpatientdate',
    'dateofservice',
    'firstdateofservice',
  ],
  production: [
    'production',
    'totalproduction',
    'grossproduction',
    'netproduction',
    'productionamount',
    'productiontotal',
    'totalprod',
    'prod',
    'revenue',
    'totalrevenue',
    'amount',
    'totalcharges',
    'charges',
  ],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon', 'long'],
  carrierRoute: ['carrierroute', 'route', 'crrt', 'croute', 'carrierrt', 'carrierroutecode'],
  patientId: [
    'patientid',
    'patientnumber',
    'patientno',
    'patid',
    'patnum',
    'ptid',
    'chartnumber',
    'chartno',
    'chart',
    'chartid',
    'accountnumber',
    'id',
  ],
};

const simplified = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '');
const fieldsByHeader: ReadonlyMap<string, PatientField> = new Map(
  patientFields.flatMap((field) => knownHeaders[field].map((header) => [header, field] as const)),
);

/** Confirmed meanings by {@link headerKey}; null for an ignored column. */
export type RememberedColumns = Readonly<Record<string, PatientField | null>>;

/** Key under which a header's meaning is remembered. */
export const headerKey = (header: string): string => header.trim().toLowerCase().slice(0, 100);

/** Meanings by the last confirmation or the header; null for an ignored column. The first match gets a field. */
export function guessColumns(
  headers: readonly string[],
  remembered: RememberedColumns = {},
): (PatientField | null)[] {
  const taken = new Set<PatientField>();
  const take = (field: PatientField | null | undefined) => {
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const known = headers.map((header) => {
    const key = headerKey(header);
    return Object.hasOwn(remembered, key) ? { field: take(remembered[key]) } : null;
  });
  return headers.map((header, index) => {
    const found = known[index];
    return found ? found.field : take(fieldsByHeader.get(simplified(header)));
  });
}

/** Problem with the meanings that a user chose, as text; null if none. */
export function columnsProblem(columns: readonly (PatientField | null)[]): string | null {
  for (const field of patientFields) {
    if (columns.filter((column) => column === field).length > 1)
      return `Use ${patientFieldLabels[field]} for one column only.`;
  }
  if (!columns.includes('lastName') && !columns.includes('phone'))
    return 'Choose the column of the last name or of the phone: patients are found by these.';
  if (columns.includes('latitude') !== columns.includes('longitude'))
    return 'Choose both Latitude and Longitude, or neither.';
  return null;
}

/** Whether the first row is probably a patient instead of headers: a cell is a phone number or a date. */
export const looksLikePatient = (headers: readonly string[]): boolean =>
  headers.some((header) =>
    [readPatientPhone(header), readDate(header, 2000)].some((value) => typeof value === 'string'),
  );
