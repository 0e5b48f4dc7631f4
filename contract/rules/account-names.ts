/** Account with the values that distinguish it from others of the same name. */
export interface NamedAccount {
  id: string;
  name: string;
  /** Street, city, state and ZIP code, as in "12 Main St, Boulder, CO 80302"; null when not known. */
  address: string | null;
}

const spelledAlike = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The city and state of an address: its last two parts, without the ZIP code. */
function placeOf(address: string): string {
  const parts = address.split(',').map((part) => part.trim());
  const [city = '', state = ''] = parts.slice(-2);
  return parts.length < 3 ? address.trim() : `${city}, ${state.replace(/ [0-9]{5}(-[0-9]{4})?$/, '')}`;
}

/** The shortest of place, address and id that each of the accounts has for itself. */
function differencesOf(accounts: readonly NamedAccount[]): string[] {
  const places = accounts.map(({ address }) => (address?.trim() ? placeOf(address) : ''));
  const addresses = accounts.map(({ address }) => address?.trim() ?? '');
  return accounts.map(({ id }, index) => {
    for (const [texts, text] of [
      [places, places[index] ?? ''],
      [addresses, addresses[index] ?? ''],
    ] as const) {
      const alike = texts.filter((other) => spelledAlike(other) === spelledAlike(text)).length;
      if (text !== '' && alike === 1) return text;
    }
    return id;
  });
}

/** Names of accounts by id. Accounts of the same name get their place, as in "Smile Dental (Boulder, CO)". */
export function distinctNames(accounts: readonly NamedAccount[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const alike of Map.groupBy(accounts, ({ name }) => spelledAlike(name)).values()) {
    const differences = alike.length === 1 ? [] : differencesOf(alike);
    for (const [index, { id, name }] of alike.entries())
      names.set(id, alike.length === 1 ? name : `${name} (${differences[index]})`);
  }
  return names;
}
