import { cellText } from './cell-text.ts';
import { readDate, readPatientPhones } from './patient-values.ts';

export const patientFields = [
  'firstName',
  'lastName',
  'address',
  'unit',
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
  unit: 'Unit',
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

/** Headers of offices' files by meaning, in lower case, letters and digits only. Words identify phones and units instead. */
const knownHeaders: Record<Exclude<PatientField, 'phone' | 'unit'>, readonly string[]> = {
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
    'streetline1',
    'streetnameandnumber',
    'residence',
    'residentialaddress',
    'physicaladdress',
  ],
  city: ['city', 'town', 'homecity', 'mailingcity', 'patientcity'],
  state: ['state', 'st', 'province', 'homestate', 'mailingstate', 'patientstate'],
  zip: ['zip', 'zipcode', 'zip5', 'postalcode', 'postcode', 'postal', 'homezip', 'mailingzip', 'patientzip'],
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

/** Together they are an address, if no column has all of it. */
const partsOfAddress: ReadonlySet<string> = new Set(
  'streetnumber streetno streetnum housenumber houseno housenum predirection streetpredirection streetdirection streetname streettype streetsuffix postdirection streetpostdirection'.split(
    ' ',
  ),
);

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** The header of a phone column has at least one of these words. */
const phoneWords = wordSet(
  'phone phones telephone telephones tel tele ph cell cellular mobile mob wireless landline handy',
);
/** Words that say which phone it is. Together with a sign for "number" they identify a phone column. */
const placesOfPhones = wordSet('home work office business day daytime evening night hm wk bus');
const besidePhone = wordSet(
  'number numbers no num nr # main primary secondary alternate alternative alt other additional second first third preferred best contact personal private patient pat pt client customer member area code and or h w c m 1 2 3 4 5 6 7 8 9',
);
const unitWords = wordSet('apt apartment unit suite ste lot trailer bldg building floor condo');
const besideUnit = wordSet(
  'number no num nr # type designator designation or and room rm space home mailing street address addr patient pat pt client customer secondary',
);
const addressWords = wordSet('address addr add addres street str line mailing');
const besideAddress = wordSet(
  'line ln 2 3 two three second third home mailing street str patient pat pt client customer residential physical cont continued additional secondary extra',
);
const secondLine = wordSet('2 3 two three second third cont continued additional secondary extra');

/** Lower case: HomePhone1 has home, phone and 1. */
const wordsOf = (header: string): string[] =>
  cellText(header)
    .slice(0, 200)
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$1$2$3 ')
    .toLowerCase()
    .replaceAll('#', ' # ')
    .replace(/['’]s(?!\p{L})/gu, '')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '');

const oneOf = (words: readonly string[], known: ReadonlySet<string>) => words.some((word) => known.has(word));
const allOf = (words: readonly string[], ...known: ReadonlySet<string>[]) =>
  words.length > 0 && words.every((word) => known.some((set) => set.has(word)));

function isPhone(words: readonly string[]): boolean {
  if (!allOf(words, phoneWords, placesOfPhones, besidePhone)) return false;
  // Home, Work, Home # and Work No are phones as well; Number is not
  return oneOf(words, phoneWords) || (oneOf(words, placesOfPhones) && !oneOf(words, wordSet('code')));
}

const isUnit = (words: readonly string[]): boolean =>
  (allOf(words, unitWords, besideUnit) && oneOf(words, unitWords)) ||
  (allOf(words, addressWords, besideAddress) && oneOf(words, addressWords) && oneOf(words, secondLine));

/** Words before a header that add nothing, as in Patient City. */
const fillers = wordSet('patient pat pt client customer member home mailing primary');
const fieldsByHeader: ReadonlyMap<string, PatientField> = new Map(
  Object.entries(knownHeaders).flatMap(([field, headers]) =>
    headers.map((header) => [header, field as PatientField] as const),
  ),
);

function fieldOf(header: string): PatientField | null {
  const words = wordsOf(header);
  const simplified = words.join('').replaceAll('#', '');
  const exact = fieldsByHeader.get(simplified);
  if (exact) return exact;
  if (isUnit(words)) return 'unit';
  if (isPhone(words)) return 'phone';
  const rest = words.filter((word) => !fillers.has(word));
  return fieldsByHeader.get(rest.join('').replaceAll('#', '')) ?? null;
}

/** Fields that may have several columns; all cells are kept. */
const severalColumns: ReadonlySet<PatientField> = new Set(['address', 'unit', 'phone']);

/** Keys come from {@link headerKey}; null for an ignored column. */
export type RememberedColumns = Readonly<Record<string, PatientField | null>>;

export const headerKey = (header: string): string => header.trim().toLowerCase().slice(0, 100);

/** As a user last confirmed it, else by name; null: ignored. Only phones and parts of the unit can have several columns. */
export function guessColumns(
  headers: readonly string[],
  remembered: RememberedColumns = {},
): (PatientField | null)[] {
  const taken = new Set<PatientField>();
  const take = (field: PatientField | null | undefined, isConfirmed: boolean) => {
    if (!field || (taken.has(field) && (!severalColumns.has(field) || (field === 'address' && !isConfirmed))))
      return null;
    taken.add(field);
    return field;
  };
  const known = headers.map((header) => {
    const key = headerKey(header);
    return Object.hasOwn(remembered, key) ? { field: take(remembered[key], true) } : null;
  });
  const guessed = headers.map((header, index) => {
    const found = known[index];
    return found ? found.field : take(fieldOf(header), false);
  });
  if (taken.has('address')) return guessed;
  return guessed.map((field, index) =>
    field === null && !known[index] && partsOfAddress.has(wordsOf(headers[index] ?? '').join(''))
      ? 'address'
      : field,
  );
}

/** Sentence about the first problem; null if the columns identify patients. */
export function columnsProblem(columns: readonly (PatientField | null)[]): string | null {
  for (const field of patientFields) {
    if (!severalColumns.has(field) && columns.filter((column) => column === field).length > 1)
      return `Use ${patientFieldLabels[field]} for one column only.`;
  }
  if (!columns.includes('lastName') && !columns.includes('phone'))
    return 'Choose the column of the last name or of the phone: patients are found by these.';
  if (columns.includes('unit') && !columns.includes('address'))
    return 'Choose the column of the address, too: a unit alone is not an address.';
  if (columns.includes('latitude') !== columns.includes('longitude'))
    return 'Choose both Latitude and Longitude, or neither.';
  return null;
}

/** No column has such a name. */
export const isPhoneOrDate = (cell: string): boolean =>
  cell.length <= 100 &&
  (readPatientPhones(cell).numbers.length > 0 ||
    (/[/.-]/.test(cell) && typeof readDate(cell, 2100) === 'string'));

export const looksLikePatient = (headers: readonly string[]): boolean => headers.some(isPhoneOrDate);

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

export const isSameListName = (one: string, other: string): boolean => comparable(one) === comparable(other);
