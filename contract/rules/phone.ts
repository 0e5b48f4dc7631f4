/** A typed phone number: 3 digits, 3 digits, 4 to 6 digits, with optional separators and a leading plus or 1. */
export const phonePattern = /^\s*\+?(?:1[-.\s]?)?\(?\d{3}\)?[-.\s]*\d{3}[-.\s]*\d{4,6}\s*$/;

/** Normalizes a typed phone number: ten digits get a +1, more get a plus, fewer stay as typed. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 10) return text;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** A typed phone number, normalized to `+` and 7 to 15 digits without a leading zero; null if it is not valid. */
export function readPhone(text: string): string | null {
  const normal = phonePattern.test(text) ? normalizePhone(text) : '';
  return /^\+[1-9]\d{6,14}$/.test(normal) ? normal : null;
}

/** Formats +1 followed by ten digits as '+1 (xxx) xxx-xxxx'. Anything else stays as it is. */
export function formatPhone(text: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(text);
  return match ? `+1 (${match[1]}) ${match[2]}-${match[3]}` : text;
}
