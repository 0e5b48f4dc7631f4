import { isWithheldNumber } from './phone.ts';

const isOneDigit = (digits: string) => /^(\d)\1*$/.test(digits);

/** `+` and digits, equal for all notations of a number; null if it identifies no one. Same rule as `caller_key` in SQL. */
export function callerKey(number: string): string | null {
  if (isWithheldNumber(number)) return null;
  const digits = number.replace(/\D/g, '');
  if (/^\s*\+\s*[2-9]/.test(number))
    return /^\d{8,15}$/.test(digits) && !isOneDigit(digits) ? `+${digits}` : null;
  if (!/^1?\d{10}$/.test(digits)) return null;
  const national = digits.slice(-10);
  return /^[2-9]/.test(national) && !isOneDigit(national) ? `+1${national}` : null;
}
