/** The characters of one text message. */
const maxLength = 160;

/** Text in the characters that one text message of 160 can hold: others would halve its length. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x5a\x61-\x7a_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * A text message of at most 160 characters: `{before} {name}{after}: {url}`. What is too long loses the end of the name, then
 * the name, then its address, which still is the portal's.
 */
export function textMessage(before: string, name: string, after: string, url: string): string {
  const full = plain(name);
  const link = [before, after, url].join('').length + 4 <= maxLength ? url : new URL(url).origin;
  const room = maxLength - [before, after, link].join('').length - 3;
  const shortened = full.length <= room ? full : room > 6 ? `${full.slice(0, room - 3).trimEnd()}...` : '';
  return shortened === ''
    ? `${before.replace(/ at$/, '')}${after}: ${link}`.slice(0, maxLength)
    : `${before} ${shortened}${after}: ${link}`;
}
