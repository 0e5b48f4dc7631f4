import { useCallback, useMemo } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { mapsFromAddress, type MapsState, mapsToAddress } from './maps-address.ts';

/**
 * Changes parts of the screen's state; with `replace` without a step in the browser's history. A change that depends on the
 * state before is a function of it, so that the second of two quick presses follows the first.
 */
export type ChangeMaps = (
  patch: Partial<MapsState> | ((before: MapsState) => Partial<MapsState>),
  options?: { replace?: boolean },
) => void;

/** The state of the screen as its address says it, and how to change it. */
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
