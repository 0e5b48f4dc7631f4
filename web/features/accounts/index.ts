export { AccountSelector } from './account-selector.tsx';
export { OfficeSelector } from './office-selector.tsx';
export { useOwnOffices } from './own-offices.ts';
export { useIsReadOnly, useReadOnlyAccounts } from './read-only.ts';
export { accountsText, selectionSummary, type SelectionSummary } from './selection-text.ts';
export { useSelectedAccounts } from './selected-accounts.ts';
export { useClocksDiffer, useTimeZone, useTimeZones } from './time-zones.ts';
export { useWording } from './wording.ts';
