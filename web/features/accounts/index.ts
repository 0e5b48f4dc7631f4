export { AccountSelector } from './account-selector.tsx';
export { useIsReadOnly } from './read-only.ts';
export { accountsInWords, selectionSummary } from './selection-words.ts';
export type { SelectedAccounts } from './select-accounts.ts';
export { useSelectedAccounts } from './selected-accounts.ts';
export { useClocksDiffer, useTimeZone, useTimeZones } from './time-zones.ts';
export { useWording } from './wording.ts';
