export interface AddressParts {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Such as '12 Main St Apt 4, Denver, CO 80202'; '' without an address. */
export function addressText({ address, city, state, zip }: AddressParts): string {
  const stateAndZip = [state, zip].filter(Boolean).join(' ');
  return [address, city, stateAndZip].filter(Boolean).join(', ');
}
