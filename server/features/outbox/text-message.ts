const maxLength = 160;

/** Limits a text to characters of which a text message holds 160; any other character reduces that to 70. */
const plain = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .normalize('NFKD')
    .replace(/[^ -Za-z_]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Keeps a place in parentheses at the end, if characters of the name remain. */
function cutName(name: string, room: number): string {
  if (name.length <= room) return name;
  const place = name.endsWith(')') ? name.slice(name.lastIndexOf(' (')) : '';
  const end = place.length + 6 <= room ? place : '';
  const start = name.slice(0, Math.max(0, room - end.length - 3)).trimEnd();
  return `${start}...${end}`.slice(0, room);
}

/** At most 160 characters: first cuts the account's name, then shortens links to the portal's start. */
export function textMessage(write: (name: string) => string, accountName: string, url: string): string {
  const name = plain(accountName);
  const around = plain(write('')).length + ' : '.length;
  const link = around + Math.min(name.length, 12) + url.length <= maxLength ? url : new URL(url).origin;
  const room = Math.max(0, maxLength - around - link.length);
  return `${plain(write(cutName(name, room)))}: ${link}`;
}
