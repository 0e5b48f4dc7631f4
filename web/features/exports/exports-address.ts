import { useCallback } from 'react';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';

/** The name of the address' part that opens the person's exports; its value may be the id of one, as in the mailed link. */
const name = 'exports';
/** Opens the exports without one of them marked. */
const anyExport = 'open';

/** Whether the person's exports are open, which one of them is marked, and how to open and close them. */
export function useExportsAddress(): {
  opened: boolean;
  marked: string | null;
  open: (id?: string) => void;
  close: () => void;
} {
  const value = textOf(useAddress()[name]);
  const changeAddress = useChangeAddress();
  return {
    opened: value !== undefined,
    marked: value === anyExport ? null : (value ?? null),
    open: useCallback((id = anyExport) => changeAddress({ [name]: id }), [changeAddress]),
    close: useCallback(() => changeAddress({ [name]: undefined }), [changeAddress]),
  };
}
