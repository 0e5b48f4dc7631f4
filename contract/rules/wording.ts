/** Industries whose label texts keep 'doctor and '. */
export const healthcareIndustries: readonly string[] = [
  'Chiropractor',
  'Dental',
  'Dental DSO',
  'Healthcare',
  'Orthodontics',
  'Physical Therapy',
];

/** The labels of an account that change the product's wording. */
export interface AccountLabels {
  clientLabel: string | null;
  businessLabel: string | null;
  industry: string | null;
}

/** The product's words for an account's clients and business. */
export interface Wording {
  /** One client, lower case: 'patient'. */
  client: string;
  /** Several clients, lower case: 'patients'. */
  clients: string;
  /** One client, capitalised: 'Patient'. */
  Client: string;
  /** Several clients, capitalised. */
  Clients: string;
  /** The business, lower case: 'practice'. */
  business: string;
  /** The business, capitalised. */
  Business: string;
  /** Whether 'doctor and ' stays in label text. */
  healthcare: boolean;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const plural = (word: string) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;

/** The wording of an account: by its labels, else patient and practice in healthcare, client and business elsewhere. */
export function wordingOf(account: AccountLabels | null): Wording {
  const healthcare =
    account === null || account.industry === null || healthcareIndustries.includes(account.industry);
  const client = (account?.clientLabel?.trim() || (healthcare ? 'patient' : 'client')).toLowerCase();
  const business = (account?.businessLabel?.trim() || (healthcare ? 'practice' : 'business')).toLowerCase();
  return {
    client,
    clients: plural(client),
    Client: capitalised(client),
    Clients: capitalised(plural(client)),
    business,
    Business: capitalised(business),
    healthcare,
  };
}

/** A label text for an account: 'doctor and ' leaves it outside healthcare, 'patient' becomes the account's word. */
export function labelText(text: string, wording: Wording): string {
  const worded = wording.healthcare ? text : text.replace(/doctor and /gi, '');
  return worded
    .replace(/\bPatients\b/g, wording.Clients)
    .replace(/\bpatients\b/g, wording.clients)
    .replace(/\bPatient\b/g, wording.Client)
    .replace(/\bpatient\b/g, wording.client);
}
