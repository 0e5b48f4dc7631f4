import { type CallFilters, filterValues } from '@mailcall/contract/call-filters.ts';
import { dimensionNames } from '@mailcall/contract/figures/dimensions.ts';
import type { CallSort } from '@mailcall/contract/calls.ts';
import { consentTexts } from '@mailcall/contract/exports.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import type { DayMode } from '@mailcall/contract/time/days.ts';
import { campaignFilterLabels } from '@mailcall/contract/rules/campaign-groups.ts';
import {
  clockFilterNames,
  filterNames,
  type FlagFilterName,
  nonStaffHandler,
  nonStaffName,
  type ValueFilterName,
  hasWording,
} from '@mailcall/contract/rules/filter-names.ts';
import { outcomeFilterNames } from '@mailcall/contract/rules/outcome.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { dayEndText, officeDaysText } from '@mailcall/contract/time/time-zone.ts';
import { hourText, weekdayText } from '@mailcall/contract/time/week-hours.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import type { Sheet, SpreadsheetRow } from '../../platform/spreadsheet/index.ts';
import { datesOf } from './exported-list.ts';
import { formatInstant } from './format-dates.ts';
import type { ExportRecord } from './export-records.ts';
import type { NamesInExport } from './names-in-export.ts';

const sortLabels: Readonly<Record<CallSort, Record<SortDirection, string>>> = {
  callDateTime: { asc: 'Date & Time, oldest first', desc: 'Date & Time, newest first' },
  answeredBy: { asc: 'Answered by, A to Z', desc: 'Answered by, Z to A' },
  callType: { asc: 'Call type, missed first', desc: 'Call type, non-opportunity first' },
  callDuration: { asc: 'Duration, shortest first', desc: 'Duration, longest first' },
};

const formatSpan = ({ startDate, endDate }: DateRange) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} - ${formatDay(endDate)}`;

function* dateFacts({ record, names, dayMode }: AboutExport): Generator<SpreadsheetRow> {
  const { range, recent } = datesOf(record.list, record.requestedAt, names.dayZones);
  const daysText = ({ endDate }: DateRange) =>
    dayMode === 'utc' ? dayEndText(endDate, names.timeZones) : officeDaysText(endDate, names.dayZones);
  if (range) yield ['Dates', `${formatSpan(range)}, ${daysText(range)}`];
  if (recent) yield [range ? 'Dates of follow-ups' : 'Dates', `Last 30 days: since ${formatSpan(recent)}`];
}

function formatFilterValue(
  name: ValueFilterName,
  value: string,
  wording: Wording,
  names: NamesInExport,
): string {
  if (name === 'callHandlerId') return value === nonStaffHandler ? nonStaffName : names.staff(value);
  if (name === 'offer' || name === 'service' || name === 'insurance') return names.item(name, value);
  return hasWording(name) ? labelText(value, wording) : value;
}

/** All but outcome, dates and campaigns. */
function* filterFacts(
  filters: CallFilters,
  wording: Wording,
  names: NamesInExport,
): Generator<SpreadsheetRow> {
  for (const [name, title] of Object.entries(filterNames)) {
    const dimension = dimensionNames.find((known) => known === name);
    const value = dimension
      ? filterValues(filters, dimension)
      : filters[name as ValueFilterName | FlagFilterName];
    if (typeof value === 'boolean') yield [title, value ? 'Yes' : 'No'];
    if (!Array.isArray(value) || value.length === 0) continue;
    const values = value.map((item) => formatFilterValue(name as ValueFilterName, item, wording, names));
    yield [labelText(title, wording), values.join(', ')];
  }
  const { hour = [], weekday = [] } = filters;
  if (weekday.length > 0) yield [clockFilterNames.weekday, weekday.map(weekdayText).join(', ')];
  if (hour.length > 0) yield [clockFilterNames.hour, hour.map(hourText).join(', ')];
}

function* facts(about: AboutExport): Generator<SpreadsheetRow> {
  const { record, wording, names, person } = about;
  const { filters = {}, query, sort, dir } = record.list;
  const outcomes = filters.outcome?.length ? filters.outcome : (['all calls'] as const);
  yield ['List', outcomes.map((outcome) => outcomeFilterNames[outcome]).join(', ')];
  yield ['Calls', thousands(about.written())];
  yield* dateFacts(about);
  yield ['Campaigns', campaignFilterLabels[filters.campaignFilterType ?? 'all']];
  if (filters.campaigns?.length) yield ['Only campaigns', filters.campaigns.map(names.campaign).join(', ')];
  yield* filterFacts(filters, wording, names);
  if (query) yield ['Search', query];
  yield ['Order', sortLabels[sort][dir]];
  yield ['Made by', `${person.name} (${person.email})`];
  yield ['Made at', formatInstant(about.madeAt, about.offset)];
  yield ['Agreed to', Object.values(consentTexts).join(' ')];
  yield [
    'Times',
    'Dates and times of calls are those of each call’s own office. The column Time Zone names its clock at the call.',
  ];
  for (const [index, name] of names.offices.entries()) yield [index === 0 ? 'Offices' : null, name];
}

export interface AboutExport {
  record: ExportRecord;
  wording: Wording;
  names: NamesInExport;
  dayMode: DayMode;
  person: { name: string; email: string };
  madeAt: Date;
  /** Offset from UTC of the written time, such as `-05:00`; null for UTC. */
  offset: string | null;
  written: () => number;
}

export function aboutSheet(about: AboutExport): Sheet {
  function* rows() {
    yield [...facts(about)];
  }
  return {
    name: 'About this export',
    columns: [
      { title: 'About this export', kind: 'text', width: 26 },
      { title: 'Value', kind: 'text', width: 80 },
    ],
    rows: rows(),
  };
}
