import { inquiryFilters, type InquiryFilter } from '@mailcall/contract/call-filters.ts';
import { type FlagFilter, flagFilters, type ListState, type ValueFilter } from './list-address.ts';

export type PanelFilter = ValueFilter | FlagFilter;

const groupOfFilter: Readonly<Record<PanelFilter, string>> = {
  offer: 'Asked about',
  service: 'Asked about',
  insurance: 'Asked about',
  callHandlerId: 'How it was answered',
  answeredBy: 'How it was answered',
  scored: 'How it was answered',
  onHold: 'How it was answered',
  ivrOutcome: 'How it was answered',
  voicemailOutcome: 'How it was answered',
  patientType: 'The caller',
  callerGender: 'The caller',
  callerLanguage: 'The caller',
  paymentType: 'The caller',
  campaignType: 'Where it came from',
  mediaType: 'Where it came from',
  recordType: 'Where it came from',
  callerSource: 'Where it came from',
  wrongSourceMentioned: 'Where it came from',
  noAppointmentScheduledReason: 'Reasons',
  nonOpportunityReason: 'Reasons',
  followUpReason: 'Reasons',
};

export const panelFilters = Object.keys(groupOfFilter) as readonly PanelFilter[];

export const filterGroups: readonly { name: string; filters: readonly PanelFilter[] }[] = [
  ...new Set(Object.values(groupOfFilter)),
].map((name) => ({ name, filters: panelFilters.filter((filter) => groupOfFilter[filter] === name) }));

export interface PanelState {
  opened: boolean | null;
  on: readonly PanelFilter[];
}

export const untouchedPanel: PanelState = { opened: null, on: [] };

const hasValue = ({ filters }: ListState, filter: PanelFilter) => filters[filter] !== undefined;

export function filtersSet(list: ListState): number {
  return panelFilters.filter((filter) => hasValue(list, filter)).length;
}

export function panelIsOpen(list: ListState, panel: PanelState): boolean {
  return panel.opened ?? filtersSet(list) > 0;
}

export function filtersOn(list: ListState, panel: PanelState): PanelFilter[] {
  return panelFilters.filter((filter) => panel.on.includes(filter) || hasValue(list, filter));
}

/** Filter among offers, services and insurance that cannot be turned on because the other two are on; otherwise null. */
export function blockedFilter(on: readonly PanelFilter[]): InquiryFilter | null {
  const off = inquiryFilters.filter((filter) => !on.includes(filter));
  return (off.length === 1 ? off[0] : null) ?? null;
}

export function turnedOn(panel: PanelState, filter: PanelFilter): PanelState {
  return { opened: true, on: [...panel.on.filter((other) => other !== filter), filter] };
}

export function turnedOff(panel: PanelState, filter: PanelFilter): PanelState {
  return { opened: true, on: panel.on.filter((other) => other !== filter) };
}

export function filteredBy(list: ListState, filter: ValueFilter, values: readonly string[]): ListState {
  return {
    ...list,
    filters: { ...list.filters, [filter]: values.length > 0 ? [...values] : undefined },
    page: 1,
  };
}

export const withoutFilters = (list: ListState): ListState => ({ ...list, filters: {}, search: '', page: 1 });

export function filteredByFlag(list: ListState, filter: FlagFilter, value: boolean | null): ListState {
  return { ...list, filters: { ...list.filters, [filter]: value ?? undefined }, page: 1 };
}

export function listWithout(list: ListState, filter: PanelFilter): ListState | null {
  return hasValue(list, filter)
    ? { ...list, filters: { ...list.filters, [filter]: undefined }, page: 1 }
    : null;
}

export const isFlag = (filter: PanelFilter): filter is FlagFilter =>
  (flagFilters as readonly string[]).includes(filter);
