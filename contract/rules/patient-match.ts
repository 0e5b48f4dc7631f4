import { isWithheldNumber, normalizePhone } from './phone.ts';
import { cityNames } from './us-cities.ts';

export const matchClasses = ['strong', 'weak', 'none'] as const;
export type MatchClass = (typeof matchClasses)[number];
export const matchClassLabels: Record<MatchClass, string> = {
  strong: 'Strong match',
  weak: 'Weak match',
  none: 'No match',
};

export const matchRules = [
  'callerPhone',
  'appointmentPhone',
  'appointmentName',
  'callerLastName',
  'callerIdLastName',
  'appointmentLastName',
  'household',
] as const;
export type MatchRule = (typeof matchRules)[number];
export const matchRuleLabels: Record<MatchRule, string> = {
  callerPhone: 'Same phone number as the caller',
  appointmentPhone: 'Same phone number as the appointment',
  appointmentName: 'Same first and last name as the appointment',
  callerLastName: 'Same last name as the caller',
  callerIdLastName: 'Same last name as the caller ID',
  appointmentLastName: 'Same last name as the appointment',
  household: 'Same household as a strong match',
};

const strongRules: ReadonlySet<MatchRule> = new Set(['callerPhone', 'appointmentPhone', 'appointmentName']);

/** Strong rules need an exact household location; with any other location they are weak. */
export const classOfRule = (rule: MatchRule): 'strong' | 'weak' =>
  strongRules.has(rule) ? 'strong' : 'weak';

/** A first visit within these days after delivery counts as a result. */
export const defaultMatchDays = 180;

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** Lower case, without accents, punctuation, initials and suffixes such as Jr. */
function nameWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ.-]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const significant = words.filter((word, at) => word.length > 1 && !(at > 0 && suffixes.has(word)));
  return significant.length > 0 ? significant : words;
}

export const comparableName = (name: string | null): string =>
  name === null ? '' : nameWords(name).join('');

/** Words of caller IDs without a person: phone systems, kinds of numbers, phone companies and businesses. */
const wordsOfNobody = new Set(
  `anonymous blocked call caller callers calling cell cellphone cellular cingular coin collect conference customer directory display
  emergency fax free hidden inbound incoming international landline mobile name no not number operator out outgoing pay payphone phone
  prepaid private prison jail inmate restricted robocall scam spam service services suppressed tablet telemarketer telephone test toll
  tollfree unavailable unassigned unidentified unknown unlisted unpublished voicemail voip wireless withheld
  att bandwidth bellsouth centurylink comcast cricket google metropcs nextel onvoy ringcentral skype sprint telecom textnow tmobile tracfone
  twilio uscellular verizon virgin vonage vzw xfinity
  assoc associates center centre clinic co company corp corporation dental dentist dentistry dept hospital inc insurance llc llp ltd
  office orthodontics pharmacy school solutions university
  canada mexico usa`
    .split(/\s+/)
    .filter(Boolean),
);
const companyOfLetters = /\bat (?:and )?t\b/;

const regions = new Set(
  'al ak az ar ca co ct de dc fl ga gu hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa pr ri sc sd tn tx ut vi vt va wa wv wi wy ab bc mb nb nl ns on pe qc sk'.split(
    ' ',
  ),
);
/** States by name. Some are also names of people: alone, or after a word that is no city, only as a state. */
const stateNames =
  /^(.*\S) (?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming)$/;
const onlyStates =
  /^(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|florida|hawaii|idaho|illinois|iowa|kansas|kentucky|louisiana|maryland|massachusetts|michigan|minnesota|mississippi|missouri|nebraska|nevada|new hampshire|new jersey|new mexico|new york|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|west virginia|wisconsin|wyoming)$/;

const shortened: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  no: 'north',
  so: 'south',
  bch: 'beach',
  cty: 'city',
  hgts: 'heights',
  hts: 'heights',
  spg: 'spring',
  spgs: 'springs',
  spngs: 'springs',
  twp: 'township',
  vly: 'valley',
  ctr: 'center',
  hbr: 'harbor',
  is: 'island',
  jct: 'junction',
  lk: 'lake',
  pt: 'point',
  rpds: 'rapids',
};
/** City names begin with these words; names of people do not. */
const cityBeginnings = new Set('san santa santo saint sainte fort mount los las el port rancho'.split(' '));
const cityEndings = new Set(
  'borough city county heights junction rapids springs township village'.split(' '),
);

const inFull = (words: readonly string[]) => words.map((word) => shortened[word] ?? word).join(' ');

let known: { cities: ReadonlySet<string>; longCities: readonly string[] } | undefined;
const longestCallerId = 15;

function knownCities() {
  if (known === undefined) {
    const names = cityNames.flatMap((line) => line.split('|')).map((name) => inFull(name.split(' ')));
    known = { cities: new Set(names), longCities: names.filter((name) => name.length > longestCallerId - 1) };
  }
  return known;
}

function isCity(words: readonly string[]): boolean {
  const name = inFull(words);
  const { cities, longCities } = knownCities();
  if (cities.has(name) || cities.has(`${name} city`)) return true;
  const [first = '', last = ''] = [name.split(' ')[0], words.at(-1)];
  // the first word of a longer text can be a family name
  if (words.length === 2 && (cityBeginnings.has(first) || cityEndings.has(shortened[last] ?? last)))
    return true;
  const isCut = words.join(' ').length >= longestCallerId - 1;
  return isCut && longCities.some((city) => city.startsWith(name));
}

function isPlace(words: readonly string[]): boolean {
  const name = words.join(' ');
  if (onlyStates.test(name) || isCity(words)) return true;
  if (words.length > 1 && regions.has(words.at(-1) ?? '')) return true;
  const [, beforeLetters, letters = ''] = /^(.*\S) (\S \S)$/.exec(name) ?? [];
  // NEW YORK N Y
  if (
    beforeLetters !== undefined &&
    regions.has(letters.replace(' ', '')) &&
    isCity(beforeLetters.split(' '))
  )
    return true;
  const beforeState = stateNames.exec(name)?.[1];
  return beforeState !== undefined && isCity(beforeState.split(' '));
}

/** Includes single letters, as initials and directions have. */
const allWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ.]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Not a place, a company, or what phone systems write instead of a name, such as WIRELESS CALLER, V1234567890 or JACKSON, MS. */
export function isPersonsName(text: string | null): boolean {
  if (text === null || text.length > 200) return false;
  const words = allWords(text);
  if (words.length === 0 || words.some((word) => /\p{N}/u.test(word))) return false;
  if (words.some((word) => wordsOfNobody.has(word)) || companyOfLetters.test(words.join(' '))) return false;
  return !isPlace(words);
}

const beforeComma = (name: string) => /^([^,]+),/.exec(name)?.[1] ?? null;

/** Comparable forms: "Ana de la Cruz" can be Cruz, La Cruz or De la Cruz. A single word gives none: it may be a first name. */
export function lastNamesOfCaller(name: string | null): string[] {
  if (name === null || !isPersonsName(name)) return [];
  const last = beforeComma(name);
  if (last !== null) return withoutEmpty([comparableName(last)]);
  const words = nameWords(name);
  return words.slice(1).map((_, at) => words.slice(at + 1).join(''));
}

const withoutEmpty = (names: string[]) => names.filter((name) => name !== '');

/** Last names in comparable form. Phone companies write the last name first or last. */
export function lastNamesOfCallerId(callerId: string | null): string[] {
  if (callerId === null || !isPersonsName(callerId)) return [];
  const last = beforeComma(callerId);
  const words = nameWords(last ?? callerId);
  if (last !== null) return withoutEmpty([words.join('')]);
  if (words.length === 1) return words;
  const names = words
    .slice(1)
    .flatMap((_, at) => [words.slice(0, at + 1).join(''), words.slice(at + 1).join('')]);
  return [...new Set(names)];
}

/** Last name in comparable form; '' if no person has such a name, such as Unknown. */
export const lastNameOfPerson = (name: string | null): string =>
  name === null || allWords(name).some((word) => wordsOfNobody.has(word) || /\p{N}/u.test(word))
    ? ''
    : comparableName(name);

/** E.164 form; null for a withheld number and for a text that is no number. */
export function comparablePhone(phone: string | null): string | null {
  if (phone === null || isWithheldNumber(phone)) return null;
  const normal = normalizePhone(phone);
  return /^\+[1-9]\d{9,14}$/.test(normal) ? normal : null;
}

/** Carrier route with its ZIP code, such as 28801C007; null if either part is missing. */
export function comparableRoute(route: string | null, zip: string | null): string | null {
  const code = route?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';
  if (/^\d{5}[A-Z]\d{1,3}$/.test(code)) return code.slice(0, 6) + code.slice(6).padStart(3, '0');
  const zipCode = /^\d{5}/.exec(zip ?? '')?.[0];
  return zipCode !== undefined && /^[A-Z]\d{1,3}$/.test(code)
    ? zipCode + code.slice(0, 1) + code.slice(1).padStart(3, '0')
    : null;
}
