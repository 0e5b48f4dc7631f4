import { useCallback, useMemo } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { mapsFromAddress, type MapsState, mapsToAddress } from './maps-address.ts';

/** Changes parts of the screen's state; with `replace` without a step in the browser's history. */
export type ChangeMaps = (patch: Partial<MapsState>, options?: { replace?: boolean }) => void;

/** The state of the screen as its address says it, and how to change it. */
export function useMapsState(): { state: MapsState; change: ChangeMaps } {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const state = useMemo(() => mapsFromAddress(address), [address]);
  const change = useCallback<ChangeMaps>(
    (patch, options) => changeAddress(mapsToAddress(patch), options),
    [changeAddress],
  );
  return { state, change };
}
