/** The parts of an address as a list spells them; null where it has none. */
export interface AddressParts {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** An address in one line, such as '12 Main St Apt 4, Denver, CO 80202'; '' without one. */
export function addressText({ address, city, state, zip }: AddressParts): string {
  const stateAndZip = [state, zip].filter(Boolean).join(' ');
  return [address, city, stateAndZip].filter(Boolean).join(', ');
}
