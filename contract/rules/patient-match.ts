import { isWithheldNumber, normalizePhone } from './phone.ts';

/** Match classes of patients and households, best first. */
export const matchClasses = ['strong', 'weak', 'none'] as const;
export type MatchClass = (typeof matchClasses)[number];
export const matchClassLabels: Record<MatchClass, string> = {
  strong: 'Strong match',
  weak: 'Weak match',
  none: 'No match',
};

/** Rules by which a patient matches a mailing, best first. */
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

/** Class of a rule at an exact household location. */
export const classOfRule = (rule: MatchRule): 'strong' | 'weak' =>
  strongRules.has(rule) ? 'strong' : 'weak';

/** Default days after delivery in which a first visit counts as a mailing's result. */
export const defaultMatchDays = 180;

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** Words of a name in lower case, without accents, punctuation, initials and suffixes such as Jr. */
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

/** First or last name in comparable form; '' without letters. */
export const comparableName = (name: string | null): string =>
  name === null ? '' : nameWords(name).join('');

const beforeComma = (name: string) => /^([^,]+),/.exec(name)?.[1] ?? null;

/**
 * Possible last names of a caller in comparable form: "Ana de la Cruz" can be Cruz, La Cruz or De la Cruz. A single word
 * may be a first name and gives none.
 */
export function lastNamesOfCaller(name: string | null): string[] {
  if (name === null) return [];
  const last = beforeComma(name);
  if (last !== null) return withoutEmpty([comparableName(last)]);
  const words = nameWords(name);
  return words.slice(1).map((_, at) => words.slice(at + 1).join(''));
}

const withoutEmpty = (names: string[]) => names.filter((name) => name !== '');

/** Words in caller IDs that are not names. */
const genericWords = new Set(
  'anonymous blocked caller cell customer free incoming name number private restricted service toll unavailable unknown wireless'.split(
    ' ',
  ),
);
const states = new Set(
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa pr ri sc sd tn tx ut vt va wa wv wi wy'.split(
    ' ',
  ),
);

/**
 * Possible last names in a caller ID, in comparable form. Phone companies write the last name first or last. Generic texts
 * ("WIRELESS CALLER") and places ("ASHEVILLE NC") give none.
 */
export function lastNamesOfCallerId(callerId: string | null): string[] {
  if (callerId === null) return [];
  const last = beforeComma(callerId);
  const words = nameWords(last ?? callerId);
  if (words.some((word) => genericWords.has(word))) return [];
  if (last !== null) return withoutEmpty([words.join('')]);
  if (words.length > 1 && states.has(words.at(-1) as string)) return [];
  if (words.length === 1) return words;
  const names = words
    .slice(1)
    .flatMap((_, at) => [words.slice(0, at + 1).join(''), words.slice(at + 1).join('')]);
  return [...new Set(names)];
}

/** Phone number in comparable form; null if it identifies no one. */
export function comparablePhone(phone: string | null): string | null {
  if (phone === null || isWithheldNumber(phone)) return null;
  const normal = normalizePhone(phone);
  return /^\+[1-9]\d{9,14}$/.test(normal) ? normal : null;
}

/** Carrier route with ZIP code, such as 28801C007; null if either part is missing. */
export function comparableRoute(route: string | null, zip: string | null): string | null {
  const code = route?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';
  if (/^\d{5}[A-Z]\d{1,3}$/.test(code)) return code.slice(0, 6) + code.slice(6).padStart(3, '0');
  const zipCode = /^\d{5}/.exec(zip ?? '')?.[0];
  return zipCode !== undefined && /^[A-Z]\d{1,3}$/.test(code)
    ? zipCode + code.slice(0, 1) + code.slice(1).padStart(3, '0')
    : null;
}
