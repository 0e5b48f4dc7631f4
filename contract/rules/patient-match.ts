import { isWithheldNumber, normalizePhone } from './phone.ts';

/** What an audit says of a patient or a household, best first. */
export const matchClasses = ['strong', 'weak', 'none'] as const;
export type MatchClass = (typeof matchClasses)[number];
export const matchClassLabels: Record<MatchClass, string> = {
  strong: 'Strong match',
  weak: 'Weak match',
  none: 'No match',
};

/** The rules by which a patient matches a mailing, best first. */
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

/** The class that a rule gives where the location of the household is exact. */
export const classOfRule = (rule: MatchRule): 'strong' | 'weak' =>
  strongRules.has(rule) ? 'strong' : 'weak';

/** How many days after the delivery of a mailing a first visit still counts as its result, unless configured otherwise. */
export const defaultMatchDays = 180;

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** The words of a name in lower case, without accents, punctuation, initials and suffixes such as Jr. */
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

/** A first or a last name in the form in which names are compared; '' without letters. */
export const comparableName = (name: string | null): string =>
  name === null ? '' : nameWords(name).join('');

const beforeComma = (name: string) => /^([^,]+),/.exec(name)?.[1] ?? null;

/**
 * The comparable last names that a caller's name can stand for: "Ana de la Cruz" can be Cruz, La Cruz or De la Cruz. A
 * single word is not known to be a last name and stands for none.
 */
export function lastNamesOfCaller(name: string | null): string[] {
  if (name === null) return [];
  const last = beforeComma(name);
  if (last !== null) return withoutEmpty([comparableName(last)]);
  const words = nameWords(name);
  return words.slice(1).map((_, at) => words.slice(at + 1).join(''));
}

const withoutEmpty = (names: string[]) => names.filter((name) => name !== '');

/** Words in caller IDs that are nobody's name. */
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
 * The comparable last names that a caller ID can stand for. Telephone companies write it first or last. Generic texts
 * ("WIRELESS CALLER") and places ("ASHEVILLE NC") stand for none.
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

/** A phone number in the form in which numbers are compared; null for one that identifies nobody. */
export function comparablePhone(phone: string | null): string | null {
  if (phone === null || isWithheldNumber(phone)) return null;
  const normal = normalizePhone(phone);
  return /^\+[1-9]\d{9,14}$/.test(normal) ? normal : null;
}

/**
 * A carrier route with its ZIP code, such as 28801C007, from a code with or without it; null when one of them is missing.
 */
export function comparableRoute(route: string | null, zip: string | null): string | null {
  const code = route?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';
  if (/^\d{5}[A-Z]\d{1,3}$/.test(code)) return code.slice(0, 6) + code.slice(6).padStart(3, '0');
  const zipCode = /^\d{5}/.exec(zip ?? '')?.[0];
  return zipCode !== undefined && /^[A-Z]\d{1,3}$/.test(code)
    ? zipCode + code.slice(0, 1) + code.slice(1).padStart(3, '0')
    : null;
}
