/** The characters of one text message. */
const maxLength = 160;

/** Text in the characters of which a text message can hold 160: with any other one it holds 70. */
const plain = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .normalize('NFKD')
    .replace(/[^ -Za-z_]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * A text message of at most 160 characters with its link. Of what is too long the account's name is cut first, then the link
 * leads to the start of the portal.
 * @param write the text around the account's name
 */
export function textMessage(write: (name: string) => string, accountName: string, url: string): string {
  const name = plain(accountName);
  const around = plain(write('')).length + ' : '.length;
  const link = around + Math.min(name.length, 12) + url.length <= maxLength ? url : new URL(url).origin;
  const room = Math.max(0, maxLength - around - link.length);
  const cut =
    name.length <= room ? name : `${name.slice(0, Math.max(0, room - 3)).trimEnd()}...`.slice(0, room);
  return `${plain(write(cut))}: ${link}`;
}
