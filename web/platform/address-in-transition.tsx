import { type ReactNode, useDeferredValue } from 'react';
import { DisplayedAddress, useAddress } from './address.ts';

/**
 * Content that follows the page address in a transition: what answers a press is painted first, and drawing the content
 * can be interrupted by the next press.
 */
export function AddressInTransition({ children }: { children: ReactNode }) {
  return <DisplayedAddress value={useDeferredValue(useAddress())}>{children}</DisplayedAddress>;
}
