import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { type OfficeChoice, officeChoices } from './office-choices.ts';

/** The signed-in person's offices in the order of their accounts, without those that only a grant shows. */
export function useOwnOffices(): readonly OfficeChoice[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => officeChoices(accounts ?? []), [accounts]);
}
