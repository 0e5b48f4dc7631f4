import type { FeedFileName } from './api-key-scopes.ts';
import { cellText } from './cell-text.ts';

export const spreadsheetKindTexts: Readonly<Record<FeedFileName, string>> = {
  picklists: 'Filter values',
  accounts: 'Offices',
  contacts: 'People',
  staff: 'Staff of offices',
  'notification-settings': 'Alert settings',
  'office-hours': 'Office hours',
  'office-holidays': 'Holidays',
  campaigns: 'Mailings',
  'mail-pieces': 'Pieces of mailings',
  'tracking-lines': 'Tracking lines',
  calls: 'Calls',
  inquiries: 'Inquiries of calls',
  appointments: 'Appointments',
  'callback-attempts': 'Callback attempts',
  transcripts: 'Transcripts',
  'sales-contacts': 'Sales contacts',
  designs: 'Designs',
  'design-versions': 'Versions of designs',
  'review-comments': 'Comments on designs',
  geodata: 'Shapes',
  'mailing-areas': 'Mailing areas',
  'mailing-zones': 'Mailing zones',
  'patient-lists': 'Patient lists',
  patients: 'Patients',
};

/** Offices, people, mailings and designs, which account managers change; the others are for operators of the team. */
const kindsOfManagers: ReadonlySet<FeedFileName> = new Set([
  'accounts',
  'contacts',
  'staff',
  'office-hours',
  'office-holidays',
  'campaigns',
  'mail-pieces',
  'tracking-lines',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
]);

/** Their rows are of no office. */
const kindsOfAll: ReadonlySet<FeedFileName> = new Set(['picklists', 'sales-contacts']);

export const mayDropKind = (
  kind: FeedFileName,
  person: { isOperator: boolean; worksForAll: boolean },
): boolean =>
  kindsOfAll.has(kind)
    ? person.isOperator && person.worksForAll
    : person.isOperator || kindsOfManagers.has(kind);

export interface SpreadsheetKind {
  kind: FeedFileName;
  columns: readonly string[];
  /** Columns without which no row can be read. */
  keys: readonly string[];
  required: readonly string[];
}

/** Column of the file of rejected rows. It is never read. */
export const rejectedReasonHeader = 'Why it was not imported';

/** Words for a row of the kind in headers, such as Office ID. */
const nouns: Partial<Record<FeedFileName, string>> = {
  accounts: 'account office practice location client clinic',
  contacts: 'contact person user',
  staff: 'staff employee handler agent',
  campaigns: 'campaign mailing order job',
  'tracking-lines': 'line trackingline trackingnumber',
  calls: 'call',
  inquiries: 'inquiry',
  appointments: 'appointment appt',
  'callback-attempts': 'callback attempt callbackattempt',
  'sales-contacts': 'salescontact salesrep',
  designs: 'design artwork proof',
  'design-versions': 'version designversion',
  'review-comments': 'comment reviewcomment',
  geodata: 'shape',
  'mailing-areas': 'area mailingarea',
  'mailing-zones': 'zone mailingzone',
  'patient-lists': 'list patientlist',
  patients: 'patient',
};

/** Columns that name a row of another kind. */
const references: Readonly<Record<string, FeedFileName>> = {
  account_id: 'accounts',
  contact_id: 'contacts',
  handler_id: 'staff',
  campaign_id: 'campaigns',
  tracking_line_id: 'tracking-lines',
  call_id: 'calls',
  design_id: 'designs',
  version_id: 'design-versions',
  sales_contact_id: 'sales-contacts',
  mailing_area_id: 'mailing-areas',
  zone_id: 'mailing-zones',
  patient_list_id: 'patient-lists',
};

const otherNames: Readonly<Record<string, string>> = {
  parent_id: 'parent parentaccount parentoffice parentaccountid parentofficeid',
  time_zone: 'tz zone',
  business_label: 'businesslabel',
  address: 'fulladdress streetaddress mailingaddress',
  latitude: 'lat',
  longitude: 'lng lon long',
  email: 'emailaddress mail',
  phone: 'phonenumber telephone mobile cell cellphone',
  roles: 'role',
  account_ids:
    'accounts offices officeids practices practiceids locations locationids account office accountid officeid',
  primary_account_ids: 'primaryaccounts primaryoffices primaryofficeids primaryoffice primaryaccount',
  staff_type: 'type role position title',
  weekday: 'day dayofweek',
  hours: 'openinghours open officehours',
  date: 'day holidaydate',
  name: 'title',
  campaign_type: 'type mailtype mailingtype product producttype',
  media_type: 'media format mediaformat',
  quantity: 'qty pieces piececount count numberofpieces mailed',
  cost: 'price totalcost amount total',
  delivery_week: 'inhomeweek week weekof deliveryweekof',
  created_date: 'created datecreated',
  order_date: 'ordered dateordered orderedon',
  approval_date: 'approved dateapproved approvedon',
  print_date: 'printed dateprinted printedon',
  shipment_date: 'shipped dateshipped shippedon shipdate maildate dropdate mailedon',
  delivery_date: 'delivered datedelivered deliveredon inhomedate inhome',
  number: 'trackingnumber trackingphonenumber trackingphone phonenumber phone',
  destination_number: 'destination forwardsto forwardto ringto ringsto targetnumber',
  friendly_name: 'displayname nickname shortname',
  call_date_time: 'calldate date datetime starttime calltime callstart timestamp calldatetime startedat',
  duration_seconds: 'duration talktime length calllength callduration seconds',
  caller_phone_number: 'caller callernumber callerphone callerid from fromnumber phone phonenumber',
  caller_name: 'callername',
  call_answered_by: 'answeredby answered',
  audio: 'recording recordingfile',
  date_time: 'appointmentdate appointmenttime appointmentdatetime date datetime',
  first_name: 'first fname givenname',
  last_name: 'last lname surname familyname',
  zip: 'zipcode postalcode',
  from_date: 'from begins',
  mailer_id: 'mid',
  serial_from: 'firstserial',
  serial_to: 'lastserial',
  shape: 'geojson geometry',
  carrier_routes: 'routes carrierroute',
};

/** Letters and digits in lower case: `Office ID` is officeid. */
const plain = (text: string): string =>
  cellText(text.slice(0, 200))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const wordsOf = (text: string | undefined) => (text ? text.split(' ') : []);
const idsOf = (kind: FeedFileName) =>
  wordsOf(nouns[kind]).flatMap((noun) => ['id', 'number', 'no', 'code', 'key'].map((end) => noun + end));

function namesOf(kind: FeedFileName, column: string): string[] {
  const own = wordsOf(nouns[kind]);
  if (column === 'id') return idsOf(kind);
  const referred = references[column];
  return [
    ...(column === 'name' ? own.flatMap((noun) => [`${noun}name`, noun]) : []),
    ...(referred ? [...idsOf(referred), ...wordsOf(nouns[referred])] : []),
    ...wordsOf(otherNames[column]),
  ];
}

/** By header as {@link spreadsheetHeaderKey} has it; null for a column that is not read. */
export type RememberedHeaders = Readonly<Record<string, string | null>>;

export const spreadsheetHeaderKey = (header: string): string => header.trim().toLowerCase().slice(0, 100);

/** As people last chose it, else by name; null: not read. No two headers get the same column. */
export function matchColumns(
  headers: readonly string[],
  { kind, columns }: SpreadsheetKind,
  remembered: RememberedHeaders = {},
): (string | null)[] {
  const found = new Map<number, string | null>();
  const taken = new Set<string>();
  const take = (at: number, column: string) => {
    if (found.has(at) || taken.has(column)) return;
    found.set(at, column);
    taken.add(column);
  };
  const known = new Set(columns);
  headers.forEach((header, at) => {
    const key = spreadsheetHeaderKey(header);
    if (header === rejectedReasonHeader) found.set(at, null);
    else if (Object.hasOwn(remembered, key)) {
      const column = remembered[key] ?? null;
      if (column === null) found.set(at, null);
      else if (known.has(column)) take(at, column);
    }
  });
  const texts = headers.map(plain);
  const byName = new Map(columns.map((column) => [plain(column), column]));
  texts.forEach((text, at) => {
    const column = byName.get(text);
    if (column !== undefined) take(at, column);
  });
  for (const column of columns) {
    if (taken.has(column)) continue;
    const names = new Set(namesOf(kind, column));
    const at = texts.findIndex((text, place) => text !== '' && !found.has(place) && names.has(text));
    if (at >= 0) take(at, column);
  }
  return headers.map((_, at) => found.get(at) ?? null);
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

/** The kind whose columns fit best, by the name of the file if several do; null if none fits. */
export function proposeKind(
  headers: readonly string[],
  kinds: readonly SpreadsheetKind[],
  {
    fileName = '',
    remembered = () => ({}),
  }: { fileName?: string; remembered?: (kind: FeedFileName) => RememberedHeaders } = {},
): FeedFileName | null {
  const filled = headers.filter((header) => header.trim() !== '' && header !== rejectedReasonHeader).length;
  const file = plain(fileName.replace(/\.[a-z]{1,5}$/i, ''));
  let best: { kind: FeedFileName; score: number } | null = null;
  for (const one of kinds) {
    const matched = matchColumns(headers, one, remembered(one.kind)).filter((column) => column !== null);
    if (matched.length === 0) continue;
    const of = (columns: readonly string[]) => columns.filter((column) => matched.includes(column)).length;
    const isNamed = file !== '' && [plain(one.kind), plain(spreadsheetKindTexts[one.kind])].includes(file);
    const score =
      share(matched.length, filled) +
      share(of(one.keys), one.keys.length) +
      share(of(one.required), one.required.length) / 2 +
      (isNamed ? 1 : 0);
    if (!best || score > best.score) best = { kind: one.kind, score };
  }
  return best?.kind ?? null;
}

/** A sentence about the first problem; null if rows can be read. */
export function spreadsheetProblem(
  { columns, keys, kind }: SpreadsheetKind,
  chosen: readonly (string | null)[],
): string | null {
  for (const column of columns)
    if (chosen.filter((one) => one === column).length > 1) return `Use ${column} for one column only.`;
  const missing = keys.find((key) => !chosen.includes(key));
  if (missing !== undefined)
    return `Choose the column ${missing}. ${spreadsheetKindTexts[kind]} cannot be told apart without it.`;
  const unknown = chosen.find((one) => one !== null && !columns.includes(one));
  return unknown === undefined ? null : `${spreadsheetKindTexts[kind]} have no column ${unknown}.`;
}
