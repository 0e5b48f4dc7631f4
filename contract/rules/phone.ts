/** 3, 3 and 4 to 6 digits, with optional separators and a leading plus or 1. */
export const phonePattern = /^\s*\+?(?:1[-.\s]?)?\(?\d{3}\)?[-.\s]*\d{3}[-.\s]*\d{4,6}\s*$/;

const internationalPattern = /^\s*\+[1-9][\d\s().-]{8,30}$/;

/** Ten digits without a plus get +1, more get a plus, fewer stay as typed. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 10) return text;
  return digits.length === 10 && !/^\s*\+/.test(text) ? `+1${digits}` : `+${digits}`;
}

/** Sent by phone systems, such as "Anonymous", "Private Number" and "No Caller ID". */
const withheldWords =
  /^(?:anonymous|restricted|unavailable|private|blocked|unknown|withheld|hidden|suppressed|pay|phone|out|of|area|not|available|no|caller|number|id)+$/;
/** The same words on a keypad (7378742833: RESTRICTED; 464: Twilio). Networks send 737-874-2833 more often than a caller in Austin does. */
const withheldDigits =
  /^(?:1?(?:266696687|7378742833|7378742883|86282452253|7748283|2562533|72974663|8656696|464|0{10})|0+)$/;

/** +13035550101 of `"Ann" <sip:+13035550101@192.0.2.7;user=phone>`. */
const userPartOf = (address: string) =>
  address
    .replace(/^.*</s, '')
    .replace(/^[ \t]*(?:sips?|tel):/i, '')
    .replace(/[@;>].*$/s, '');

const isAddress = (text: string) => /^[^<]*<|^\s*(?:sips?|tel):|@/i.test(text);

/** Number of `sip:+13035550101@192.0.2.7;user=phone` or `tel:+1-303-555-0101`; other texts stay unchanged. */
export function numberOfAddress(text: string): string {
  if (!isAddress(text)) return text;
  const user = userPartOf(text).replace(/:.*$/s, '').replace(/%2b/gi, '+').trim();
  return /^\+?[\d\s().-]{3,40}$/.test(user) ? user : text;
}

/** In any spelling, even as a SIP address. Calls with withheld numbers do not share a caller. Same rule as `is_withheld_number` in SQL. */
export function isWithheldNumber(number: string): boolean {
  const plain = userPartOf(number)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return withheldDigits.test(plain) || withheldWords.test(plain);
}

/** `+` and 7 to 15 digits without a leading zero; null if invalid or withheld. */
export function readPhone(text: string): string | null {
  const number = numberOfAddress(text);
  const isNumber = phonePattern.test(number) || internationalPattern.test(number);
  const normal = isNumber && !isWithheldNumber(text) ? normalizePhone(number) : '';
  return /^\+[1-9]\d{6,14}$/.test(normal) ? normal : null;
}

/** '+1 (xxx) xxx-xxxx' for +1 and ten digits; other texts stay unchanged. */
export function formatPhone(text: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(text);
  return match ? `+1 (${match[1]}) ${match[2]}-${match[3]}` : text;
}
