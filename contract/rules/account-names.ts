export interface NamedAccount {
  id: string;
  name: string;
  address: string | null;
}

const spelledAlike = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** City and state, street and city, and the whole address; all the same if the address is shorter. */
function textsOf(address: string | null): [place: string, street: string, address: string] {
  const whole = address?.trim() ?? '';
  const parts = whole.split(',').map((part) => part.trim());
  if (parts.length < 3) return [whole, whole, whole];
  const [city = '', state = ''] = parts.slice(-2);
  return [`${city}, ${state.replace(/ [0-9]{5}(-[0-9]{4})?$/, '')}`, parts.slice(0, -1).join(', '), whole];
}

/** The shortest text of each account that no other account has, otherwise its id. */
function differencesOf(accounts: readonly NamedAccount[]): string[] {
  const texts = accounts.map(({ address }) => textsOf(address));
  // a provider has thousands of offices, which can all have one name
  const counts = [0, 1, 2].map((at) => {
    const spelled = new Map<string, number>();
    for (const text of texts) {
      const key = spelledAlike(text[at] ?? '');
      spelled.set(key, (spelled.get(key) ?? 0) + 1);
    }
    return spelled;
  });
  const isOnly = (text: string, at: number) => text !== '' && counts[at]?.get(spelledAlike(text)) === 1;
  return accounts.map(({ id }, index) => texts[index]?.find(isOnly) ?? id);
}

/** By account id. Accounts with the same name get their place, as in "Smile Dental (Boulder, CO)", sorted at the first one's position. */
export function distinctNames(accounts: readonly NamedAccount[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const alike of Map.groupBy(accounts, ({ name }) => spelledAlike(name)).values()) {
    const differences = alike.length === 1 ? [] : differencesOf(alike);
    const told = alike
      .map(({ id, name }, index) => ({ id, name, difference: differences[index] ?? '' }))
      .sort((one, other) => (one.difference < other.difference ? -1 : 1));
    for (const { id, name, difference } of told)
      names.set(id, difference === '' ? name : `${name} (${difference})`);
  }
  return names;
}

/** Refuses `*`, which means all accounts, and names of inherited properties, which every plain object has. */
export const isReservedAccountId = (id: string): boolean =>
  id === '*' || id === 'prototype' || id in Object.prototype;
