import { inquiryFilters, type InquiryFilter } from '@mailcall/contract/call-filters.ts';
import { type FlagFilter, flagFilters, type ListState, type ValueFilter } from './list-address.ts';

/** A filter of the panel. */
export type PanelFilter = ValueFilter | FlagFilter;

/** The group of each filter, in the order of the menu. */
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

/** All filters of the panel, in their order. */
export const panelFilters = Object.keys(groupOfFilter) as readonly PanelFilter[];

/** The filters of the panel, in the groups of its menu. */
export const filterGroups: readonly { name: string; filters: readonly PanelFilter[] }[] = [
  ...new Set(Object.values(groupOfFilter)),
].map((name) => ({ name, filters: panelFilters.filter((filter) => groupOfFilter[filter] === name) }));

/** Changes of the person in the panel since it was last reset. */
export interface PanelState {
  /** Whether they opened or closed it; null when they did neither. */
  opened: boolean | null;
  /** The filters that they turned on, with or without a value. */
  on: readonly PanelFilter[];
}

/** A panel in which nothing was changed. */
export const untouchedPanel: PanelState = { opened: null, on: [] };

const hasValue = ({ filters }: ListState, filter: PanelFilter) => filters[filter] !== undefined;

/** How many filters of the panel have a value. */
export function filtersSet(list: ListState): number {
  return panelFilters.filter((filter) => hasValue(list, filter)).length;
}

/** Whether the panel is open: as the person last set it, otherwise when a filter has a value. */
export function panelIsOpen(list: ListState, panel: PanelState): boolean {
  return panel.opened ?? filtersSet(list) > 0;
}

/** The filters that are on: those turned on and those with a value. */
export function filtersOn(list: ListState, panel: PanelState): PanelFilter[] {
  return panelFilters.filter((filter) => panel.on.includes(filter) || hasValue(list, filter));
}

/** Which of offers, services and insurance cannot be turned on because the other two are on; null when none. */
export function blockedFilter(on: readonly PanelFilter[]): InquiryFilter | null {
  const off = inquiryFilters.filter((filter) => !on.includes(filter));
  return (off.length === 1 ? off[0] : null) ?? null;
}

/** The panel with a filter turned on. */
export function turnedOn(panel: PanelState, filter: PanelFilter): PanelState {
  return { opened: true, on: [...panel.on.filter((other) => other !== filter), filter] };
}

/** The panel with a filter turned off. */
export function turnedOff(panel: PanelState, filter: PanelFilter): PanelState {
  return { opened: true, on: panel.on.filter((other) => other !== filter) };
}

/** The list with a filter set to some values, from page 1; without any the filter is cleared. */
export function filteredBy(list: ListState, filter: ValueFilter, values: readonly string[]): ListState {
  return {
    ...list,
    filters: { ...list.filters, [filter]: values.length > 0 ? [...values] : undefined },
    page: 1,
  };
}

/** The list without any filter and search, from page 1. */
export const withoutFilters = (list: ListState): ListState => ({ ...list, filters: {}, search: '', page: 1 });

/** The list with a yes-or-no filter set, from page 1; null clears it. */
export function filteredByFlag(list: ListState, filter: FlagFilter, value: boolean | null): ListState {
  return { ...list, filters: { ...list.filters, [filter]: value ?? undefined }, page: 1 };
}

/** The list without a filter, from page 1; null when the filter has no value. */
export function listWithout(list: ListState, filter: PanelFilter): ListState | null {
  return hasValue(list, filter)
    ? { ...list, filters: { ...list.filters, [filter]: undefined }, page: 1 }
    : null;
}

/** Whether a filter is yes or no. */
export const isFlag = (filter: PanelFilter): filter is FlagFilter =>
  (flagFilters as readonly string[]).includes(filter);
