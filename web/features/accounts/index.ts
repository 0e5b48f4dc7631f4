export { AccountSelector } from './account-selector.tsx';
export { SingleAccountSelector } from './single-account-selector.tsx';
export type { AccountChoice } from './account-choices.ts';
export { useOwnAccounts } from './own-accounts.ts';
export { useIsReadOnly, useReadOnlyAccounts } from './read-only.ts';
export { accountsText, selectionSummary, type SelectionSummary } from './selection-text.ts';
export { useSelectedAccounts } from './selected-accounts.ts';
export { useClocksDiffer, useTimeZone, useTimeZones } from './time-zones.ts';
export { useWording } from './wording.ts';
