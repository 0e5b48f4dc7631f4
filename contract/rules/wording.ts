/** Labels keep 'doctor and ' in these industries. */
export const healthcareIndustries: readonly string[] = [
  'Chiropractor',
  'Dental',
  'Dental DSO',
  'Healthcare',
  'Orthodontics',
  'Physical Therapy',
];

const otherHealthcareWords = [
  'dentist',
  'dentists',
  'dentistry',
  'dental office',
  'dental practice',
  'dental group',
  'dso',
  'general dentistry',
  'cosmetic dentistry',
  'family dentistry',
  'pediatric dentistry',
  'pediatric dentist',
  'pediatrics',
  'pediatric',
  'pediatrician',
  'orthodontist',
  'orthodontic',
  'oral surgery',
  'endodontics',
  'periodontics',
  'prosthodontics',
  'chiropractic',
  'chiropractors',
  'physical therapist',
  'physiotherapy',
  'health care',
  'health',
  'medical',
  'medicine',
  'dermatology',
  'optometry',
];
const healthcareWords = new Set([
  ...healthcareIndustries.map((industry) => industry.toLowerCase()),
  ...otherHealthcareWords,
]);

export const isHealthcare = (industry: string): boolean =>
  healthcareWords.has(
    industry
      .toLowerCase()
      .split(/[\s_-]/)
      .filter((word) => word !== '')
      .join(' '),
  );

export interface AccountLabels {
  clientLabel: string | null;
  businessLabel: string | null;
  industry: string | null;
}

export interface Wording {
  client: string;
  clients: string;
  Client: string;
  Clients: string;
  business: string;
  Business: string;
  healthcare: boolean;
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const plural = (word: string) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;

/** The account's labels, or patient and practice in healthcare, client and business elsewhere. */
export function wordingOf(account: AccountLabels | null): Wording {
  const healthcare = account === null || account.industry === null || isHealthcare(account.industry);
  const client = (account?.clientLabel?.trim() || (healthcare ? 'patient' : 'client')).toLowerCase();
  const business = (account?.businessLabel?.trim() || (healthcare ? 'practice' : 'business')).toLowerCase();
  return {
    client,
    clients: plural(client),
    Client: capitalized(client),
    Clients: capitalized(plural(client)),
    business,
    Business: capitalized(business),
    healthcare,
  };
}

/** 'patient' becomes the account's word; outside healthcare, 'doctor and ' is removed. */
export function labelText(text: string, wording: Wording): string {
  const adapted = wording.healthcare ? text : text.replace(/doctor and /gi, '');
  return adapted
    .replace(/\bPatients\b/g, wording.Clients)
    .replace(/\bpatients\b/g, wording.clients)
    .replace(/\bPatient\b/g, wording.Client)
    .replace(/\bpatient\b/g, wording.client);
}
