export { AccountSelector } from './account-selector.tsx';
export type { SelectedAccounts } from './select-accounts.ts';
export { useSelectedAccounts } from './selected-accounts.ts';
export { useWording } from './wording.ts';
