/** A phone number as typed: 3 digits, 3 digits, 4 to 6 digits, optional separators and leading plus. */
export const phonePattern = /^\s*\+?(?:1[-.\s]?)?\(?\d{3}\)?[-.\s]*\d{3}[-.\s]*\d{4,6}\s*$/;

/**
 * Normalises a typed phone number: fewer than 10 digits stay as typed, exactly 10 get +1, more get a plus.
 */
export function normalisePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 10) return text;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** A typed phone number in its normal form, `+` and 7 to 15 digits without a leading zero; null when it is none. */
export function readPhone(text: string): string | null {
  const normal = phonePattern.test(text) ? normalisePhone(text) : '';
  return /^\+[1-9]\d{6,14}$/.test(normal) ? normal : null;
}

/** Shows +1 followed by 10 digits as '+1 (xxx) xxx-xxxx'; anything else as it is. */
export function formatPhone(text: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(text);
  return match ? `+1 (${match[1]}) ${match[2]}-${match[3]}` : text;
}
