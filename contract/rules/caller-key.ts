/** Numbers that carriers send for a hidden one: RESTRICTED, ANONYMOUS and UNAVAILABLE on a keypad, with a country's code. */
const hiddenAbroad: ReadonlySet<string> = new Set(['266696687', '86282452253']);
const hiddenHere = '7378742833';

const isOneDigit = (digits: string) => /^(\d)\1*$/.test(digits);

/**
 * What two notations of a caller's number have in common, as `+` and its digits; null for what is no number or that of nobody. The function
 * `caller_key` of the database says the same.
 */
export function callerKey(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  if (/^\s*\+\s*[2-9]/.test(number)) {
    const isNumber = /^\d{8,15}$/.test(digits) && !hiddenAbroad.has(digits) && !isOneDigit(digits);
    return isNumber ? `+${digits}` : null;
  }
  if (!/^1?\d{10}$/.test(digits)) return null;
  const national = digits.slice(-10);
  return /^[2-9]/.test(national) && !isOneDigit(national) && national !== hiddenHere ? `+1${national}` : null;
}
