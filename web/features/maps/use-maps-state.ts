import { useCallback, useMemo } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { mapsFromAddress, type MapsState, mapsToAddress } from './maps-address.ts';

/** `replace` adds no history step. Pass a function, so that the second of two quick presses follows the first. */
export type ChangeMaps = (
  patch: Partial<MapsState> | ((before: MapsState) => Partial<MapsState>),
  options?: { replace?: boolean },
) => void;

export function useMapsState(): { state: MapsState; change: ChangeMaps } {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const state = useMemo(() => mapsFromAddress(address), [address]);
  const change = useCallback<ChangeMaps>(
    (patch, options) =>
      changeAddress(
        (before) => mapsToAddress(typeof patch === 'function' ? patch(mapsFromAddress(before)) : patch),
        options,
      ),
    [changeAddress],
  );
  return { state, change };
}
