import { useCallback } from 'react';
import { useChangeAddress, useCurrentParameter } from '../../platform/address.ts';

/** URL parameter that opens the exports; its value may be the id of one, as in a mailed link. */
const parameter = 'exports';
const anyExport = 'open';

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
