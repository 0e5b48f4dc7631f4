import { useCallback } from 'react';
import { useChangeAddress, useCurrentParameter } from '../../platform/address.ts';

/** The address parameter that opens the person's exports; its value can be the id of one, as in the mailed link. */
const parameter = 'exports';
/** The value that opens the exports with none of them marked. */
const anyExport = 'open';

/** Whether the person's exports are open and which of them is marked, and how to open and close them. */
export function useExportsAddress(): {
  opened: boolean;
  marked: string | null;
  open: (id?: string) => void;
  close: () => void;
} {
  const value = useCurrentParameter(parameter);
  const changeAddress = useChangeAddress();
  return {
    opened: value !== undefined,
    marked: value === anyExport ? null : (value ?? null),
    open: useCallback((id = anyExport) => changeAddress({ [parameter]: id }), [changeAddress]),
    close: useCallback(() => changeAddress({ [parameter]: undefined }), [changeAddress]),
  };
}
