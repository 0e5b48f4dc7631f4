import { z } from 'zod';
import { editedChangeOf, editedRowSchema, typedValuesOf } from './edited-rows.ts';
import { locationSchema, locationSourceSchema } from './mailing-zones.ts';
import { officeHolidaySchema, openTimesSchema } from './office-hours.ts';
import { pageMetaSchema } from './wire/page.ts';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Characters, of the columns of `accounts.csv` that people change here. */
export const officeColumnLengths = {
  name: 500,
  parent_id: 200,
  time_zone: 100,
  industry: 200,
  business_label: 200,
  client_label: 200,
  address: 1000,
  latitude: 50,
  longitude: 50,
  color: 50,
};
export type OfficeColumn = keyof typeof officeColumnLengths;
export const officeColumns = Object.keys(officeColumnLengths) as OfficeColumn[];

export const officesPageSize = 50;
export const maxFoundOffices = 20;

const count = z.int().min(0);
const officeId = z.string().min(1, 'Name the office.').max(200, 'Use at most 200 characters.');
const ofOffice = z.object({ id: officeId });
const nothing = z.strictObject({});

export const officeChoiceSchema = z.object({ id: z.string(), name: z.string() });
export type OfficeChoice = z.output<typeof officeChoiceSchema>;

export const findOffices = route({
  service: 'data',
  method: 'GET',
  path: '/provider/office-choices',
  access: 'provider',
  summary:
    'Lists the viewer’s accounts by name, or those whose name or id contains each word of `query`; at most 20.',
  query: z.object({ query: searchQuery.optional() }),
  reply: z.object({ records: z.array(officeChoiceSchema).max(maxFoundOffices) }),
});

export const deskOfficeSchema = z.object({
  id: z.string(),
  name: z.string(),
  industry: z.string().nullable(),
  address: z.string().nullable(),
  timeZone: z.string(),
  groupName: z.string().nullable(),
  /** Null without coordinates and without a known ZIP code. */
  place: locationSchema.extend({ source: locationSourceSchema }).nullable(),
  peopleCount: count,
  linesCount: count,
  isArchived: z.boolean(),
});
export type DeskOffice = z.output<typeof deskOfficeSchema>;

export const listDeskOffices = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices',
  access: 'account-manager',
  summary:
    'Lists the viewer’s accounts by name. `query` finds words of name, address, industry and id; `archived` lists removed ones, for people who work for all accounts.',
  query: z.object({
    query: searchQuery.optional(),
    show: z.enum(['archived'], { error: 'Use archived.' }).optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 200).default(officesPageSize),
  }),
  reply: z.object({
    meta: pageMetaSchema.omit({ version: true, asOf: true }),
    records: z.array(deskOfficeSchema),
  }),
});

const hoursShape = { open: openTimesSchema, holidays: z.array(officeHolidaySchema).max(10_000) };
const savedOffice = z.object({
  office: deskOfficeSchema,
  row: editedRowSchema.pick({ values: true, feedSays: true, isMadeHere: true, feedIds: true }),
  /** Names of the groups in `row`. */
  groups: z.array(officeChoiceSchema),
  hours: z.object(hoursShape),
});
export type SavedOffice = z.output<typeof savedOffice>;

export const getDeskOffice = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id',
  access: 'account-manager',
  summary: 'Returns an account with its values, what the feed says of changed ones, and its hours.',
  params: ofOffice,
  reply: savedOffice,
});

const changeSchema = editedChangeOf(officeColumnLengths);
export type OfficeValues = Partial<Record<OfficeColumn, string | null>>;
const hoursSchema = z.strictObject(hoursShape);

export const createDeskOffice = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices',
  access: 'account-manager',
  summary: 'Creates an account, which is the viewer’s. 422 names wrong values by column.',
  body: z.strictObject({ values: typedValuesOf(officeColumnLengths), hours: hoursSchema.optional() }),
  reply: savedOffice,
});

export const saveDeskOffice = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/offices/:id',
  access: 'account-manager',
  summary:
    'Changes values and hours of an account. 422 names wrong values, and values that another person changed, by column.',
  params: ofOffice,
  /** `before`: the values that the page showed, of the same columns. */
  body: changeSchema.extend({
    hours: hoursSchema.extend({ before: hoursSchema }).optional(),
  }),
  reply: savedOffice,
});

export const takeFeedOfOffice = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/feed-value',
  access: 'account-manager',
  summary: 'Takes what the feed sent last of one column.',
  params: ofOffice,
  body: z.strictObject({
    column: z.enum([...officeColumns, 'deleted'] as const, { error: 'Name a column.' }),
  }),
  reply: savedOffice,
});

export const archiveOffice = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/archive',
  access: 'account-manager',
  summary:
    'Archives an account: its people do not see it any more, and nothing of it is lost. With `archived: false`, for people who work for all accounts, it is back.',
  params: ofOffice,
  body: z.strictObject({ archived: z.boolean() }),
  reply: nothing,
});

export const officeLists = ['lines', 'staff', 'areas', 'zones'] as const;
export type OfficeList = (typeof officeLists)[number];

const lineLengths = {
  number: 50,
  destination_number: 50,
  campaign_id: 200,
  status: 50,
  friendly_name: 500,
  type: 200,
  deleted: 10,
};
const staffLengths = { name: 500, aliases: 2000, staff_type: 200, deleted: 10 };
const zoneLengths = {
  name: 500,
  quantity: 50,
  color: 50,
  list_provider_url: 2000,
  mailing_area_id: 200,
  deleted: 10,
};
const areaLengths = {
  name: 500,
  quantity: 50,
  color: 50,
  list_provider_url: 2000,
  campaign_type: 200,
  mailing_date_from: 50,
  mailing_date_to: 50,
  archived: 10,
  deleted: 10,
};
/** Characters */
export const rowColumnLengths = { ...lineLengths, ...staffLengths, ...zoneLengths, ...areaLengths };
export type RowColumn = keyof typeof rowColumnLengths;
const rowColumnSchema = z.enum(Object.keys(rowColumnLengths) as [RowColumn, ...RowColumn[]], {
  error: 'Name a column.',
});

/** Columns of the import's files that people change here. */
export const columnsOfList: Readonly<Record<OfficeList, readonly string[]>> = {
  lines: Object.keys(lineLengths),
  staff: Object.keys(staffLengths),
  areas: Object.keys(areaLengths),
  zones: Object.keys(zoneLengths),
};

/** Also shown of areas and zones, which are redrawn to change them. */
export const drawnColumns = ['geodata_id', 'carrier_routes'] as const;

export const maxOfficeRows = 1000;

const ofList = ofOffice.extend({
  list: z.enum(officeLists, { error: `Use one of ${officeLists.join(', ')}.` }),
});
const rowId = z.string().min(1, 'Name the row.').max(200, 'Use at most 200 characters.');
const officeRowSchema = editedRowSchema.pick({ id: true, values: true, feedSays: true, isMadeHere: true });
export type OfficeRow = z.output<typeof officeRowSchema>;

export const officeRows = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id/lists/:list',
  access: 'account-manager',
  summary:
    'Lists the tracking lines, staff, mailing areas or zones of an account with what the feed says of changed values; at most 1,000.',
  params: ofList,
  reply: z.object({
    records: z.array(officeRowSchema),
    /** For lines: the newest 200 of the account, and those that its lines name. */
    mailings: z.array(officeChoiceSchema),
  }),
});

export const addOfficeRow = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/lists/:list',
  access: 'account-manager',
  summary: 'Adds a row to a list of an account. 422 names wrong values by column.',
  params: ofList,
  body: z.strictObject({ values: typedValuesOf(rowColumnLengths) }),
  reply: z.object({ id: z.string() }),
});

export const saveOfficeRow = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/offices/:id/lists/:list/:rowId',
  access: 'account-manager',
  summary:
    'Changes a row of a list of an account. 422 names wrong values, and values that another person changed, by column. A removed area takes its zones along.',
  params: ofList.extend({ rowId }),
  body: editedChangeOf(rowColumnLengths),
  reply: z.object({ id: z.string() }),
});

export const takeFeedOfOfficeRow = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/lists/:list/:rowId/feed-value',
  access: 'account-manager',
  summary: 'Takes what the feed sent last of one column of a row of a list.',
  params: ofList.extend({ rowId }),
  body: z.strictObject({ column: rowColumnSchema }),
  reply: nothing,
});

const degrees = (most: number) =>
  z.coerce
    .number({ error: `Use degrees from -${most} to ${most}.` })
    .min(-most, `Use degrees from -${most} to ${most}.`)
    .max(most, `Use degrees from -${most} to ${most}.`);

export const findPlace = route({
  service: 'data',
  method: 'GET',
  path: '/provider/places',
  access: 'account-manager',
  summary:
    'Returns the time zone of coordinates, or the center and the time zone of the ZIP code of an address. Give one of both.',
  query: z.object({
    address: z.string().trim().max(1000, 'Use at most 1,000 characters.').optional(),
    latitude: degrees(90).optional(),
    longitude: degrees(180).optional(),
  }),
  reply: z.object({
    /** Null if the ZIP code is not known. */
    place: locationSchema.extend({ timeZone: z.string() }).nullable(),
  }),
});
