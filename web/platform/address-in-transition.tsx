import { type ReactNode, useDeferredValue } from 'react';
import { DisplayedAddress, useAddress } from './address.ts';

/**
 * Content that follows the URL in a transition. The response to a press is painted first, and the next press can interrupt
 * the content.
 */
export function AddressInTransition({ children }: { children: ReactNode }) {
  return <DisplayedAddress value={useDeferredValue(useAddress())}>{children}</DisplayedAddress>;
}
