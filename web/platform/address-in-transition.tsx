import { type ReactNode, useDeferredValue } from 'react';
import { DisplayedAddress, useAddress } from './address.ts';

/** Content that follows the URL in a transition, so that a press is painted first and can be interrupted. */
export function AddressInTransition({ children }: { children: ReactNode }) {
  return <DisplayedAddress value={useDeferredValue(useAddress())}>{children}</DisplayedAddress>;
}
