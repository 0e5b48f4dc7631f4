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

/**
 * Headers of offices' files by what they mean, in lower case and without anything but letters and digits. Those of phones and units are
 * told by their words.
 */
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

/** Columns that make an address together, where no column has the whole of it. */
const partsOfAddress: ReadonlySet<string> = new Set(
  'streetnumber streetno streetnum housenumber houseno housenum predirection streetpredirection streetdirection streetname streettype streetsuffix postdirection streetpostdirection'.split(
    ' ',
  ),
);

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words of which a column of phone numbers has at least one. */
const phoneWords = wordSet(
  'phone phones telephone telephones tel tele ph cell cellular mobile mob wireless landline handy',
);
/** Words that say which phone it is; with a sign for number they are enough. */
const placesOfPhones = wordSet('home work office business day daytime evening night hm wk bus');
/** Words that can stand beside these. */
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

/** The words of a header in lower case: of HomePhone1 they are home, phone and 1. */
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
  // Home, Work, Home # and Work No are phones as well, but neither is Number
  return oneOf(words, phoneWords) || (oneOf(words, placesOfPhones) && !oneOf(words, wordSet('code')));
}

const isUnit = (words: readonly string[]): boolean =>
  (allOf(words, unitWords, besideUnit) && oneOf(words, unitWords)) ||
  (allOf(words, addressWords, besideAddress) && oneOf(words, addressWords) && oneOf(words, secondLine));

/** Words in front of a header that say nothing, as in Patient City. */
const fillers = wordSet('patient pat pt client customer member home mailing primary');
const fieldsByHeader: ReadonlyMap<string, PatientField> = new Map(
  Object.entries(knownHeaders).flatMap(([field, headers]) =>
    headers.map((header) => [header, field as PatientField] as const),
  ),
);

/** The field that a header names; null if absent. */
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

/** The fields that several columns can have: all of their cells are kept. */
const severalColumns: ReadonlySet<PatientField> = new Set(['address', 'unit', 'phone']);

/** Fields that people chose for headers; null for a column that is not read. Keys are of {@link headerKey}. */
export type RememberedColumns = Readonly<Record<string, PatientField | null>>;

/** Key under which a header's meaning is remembered. */
export const headerKey = (header: string): string => header.trim().toLowerCase().slice(0, 100);

/**
 * Guesses the fields of a file's columns by its headers: as people confirmed them last, else by name. Null for a
 * column that is not read. All phones and all parts of the unit are taken; of each other field the first column that has it.
 */
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

/** Problem with the meanings that a user chose, as text; null if none. */
export function columnsProblem(columns: readonly (PatientField | null)[]): string | null {
  for (const field of patientFields) {
    if (!severalColumns.has(field) && columns.filter((column) => column === field).length > 1)
      return `Use ${patientFieldLabels[field]} for one column only.`;
  }
  if (!columns.includes('lastName') && !columns.includes('phone'))
    return 'Choose the column of the last name or of the phone: patients are found by these.';
  if (columns.includes('unit') && !columns.includes('address'))
    return 'Choose the column of the address, too: a unit alone is no home.';
  if (columns.includes('latitude') !== columns.includes('longitude'))
    return 'Choose both Latitude and Longitude, or neither.';
  return null;
}

/** Whether a cell holds a phone number or a date, which no column is named. */
export const isPhoneOrDate = (cell: string): boolean =>
  cell.length <= 100 &&
  (readPatientPhones(cell).numbers.length > 0 ||
    (/[/.-]/.test(cell) && typeof readDate(cell, 2100) === 'string'));

/** Whether the first row of a file is probably a patient and not the names of the columns. */
export const looksLikePatient = (headers: readonly string[]): boolean => headers.some(isPhoneOrDate);

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether list names are equal except for case and extra blanks. */
export const isSameListName = (one: string, other: string): boolean => comparable(one) === comparable(other);
