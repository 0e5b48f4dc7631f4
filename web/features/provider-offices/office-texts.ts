import type { OfficeColumn } from '@mailcall/contract/provider-offices.ts';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { healthcareIndustries } from '@mailcall/contract/rules/wording.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import { CallFailed } from '../../platform/api.ts';

export const labels: Readonly<Record<OfficeColumn, string>> = {
  name: 'Name',
  parent_id: 'Group',
  time_zone: 'Time zone',
  industry: 'Industry',
  business_label: 'What it calls itself',
  client_label: 'What it calls its clients',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  color: 'Color on maps',
};

/** URL parameter of an office page: the office that it is merged into, or {@link notChosen}. */
export const mergeParameter = 'merge';
export const notChosen = '-';
/** Unsaved input of the form is lost with it. */
export const formParameters = [mergeParameter] as const;

const isColumn = (name: string): name is OfficeColumn => Object.hasOwn(labels, name);

export const industries = healthcareIndustries;
export const industriesId = 'known-industries';

const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];

export const zoneText = (zone: string): string =>
  usZones.includes(zone) ? `${longZoneName(new Date(), zone)} (${zone})` : zone;

/** Zones of the United States first. */
export const zoneOptions = (value: string): { value: string; label: string }[] => {
  const all = new Set([...usZones, ...(value === '' ? [] : [value]), ...Intl.supportedValuesOf('timeZone')]);
  return [...all].map((zone) => ({ value: zone, label: zoneText(zone) }));
};

/** The server's reasons complete the name of the value. */
export function sentenceOf(label: string, reason: string): string {
  const sentence = /^[a-z]/.test(reason) ? `${label} ${reason}` : reason;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

export type Problems = Partial<Record<OfficeColumn, string>>;

/** Problems of the answer by column; null if it names none. */
export function problemsOf(error: unknown): Problems | null {
  const named = Object.entries((error instanceof CallFailed && error.problems) || {}).flatMap(
    ([name, reason]) => {
      const column = name.replace(/^values\./, '');
      if (!isColumn(column)) return [];
      return [[column, sentenceOf(labels[column], reason)]];
    },
  );
  return named.length === 0 ? null : (Object.fromEntries(named) as Problems);
}

export const colorName = (color: string): string =>
  mapColors.find((known) => known.color === color.toLowerCase())?.name ?? color;

/** With the color that the feed sent. */
export const colorOptions = (value: string): { value: string; label: string }[] => [
  { value: '', label: 'Default' },
  ...mapColors.map(({ color, name }) => ({ value: color, label: name })),
  ...(value === '' || mapColors.some(({ color }) => color === value) ? [] : [{ value, label: value }]),
];
