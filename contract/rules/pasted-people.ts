import { readEmail } from './email.ts';
import { readPhone } from './phone.ts';

export const maxPastedPeople = 200;

export interface PastedPerson {
  /** From 1. */
  line: number;
  name: string;
  email: string;
  phone: string | null;
}

export interface PastedProblem {
  line: number;
  text: string;
  reason: string;
}

const dividers = /[\t,;|]/;
const quotes = /^["'“”‘’\s]{1,20}|["'“”‘’\s]{1,20}$/g;
const headings = /^(?:name|full name|first name|e-?mail(?: address)?)$/i;

/** Divides `Ann <ann@a.example>, Ben <ben@a.example>` and `a@a.example; b@b.example`, but not the cells of one person. */
function peopleOf(line: string): string[] {
  const parts = line.split(
    /(?<=>)\s{0,9}[,;]\s{0,9}|[,;]\s{0,9}(?=[^\s,;<>@]{1,64}@[^\s,;<>@]{1,255}\s{0,9}[,;]\s{0,9}[^\s,;<>@]{1,64}@)/,
  );
  const cells = line.split(/[,;\s]+/).filter((cell) => cell !== '');
  return cells.length > 1 && cells.every((cell) => readEmail(cell) !== null) ? cells : parts;
}

/** "Marta Ruiz" of `marta.ruiz@office.example`. */
function nameOfEmail(email: string): string {
  const [mailbox = ''] = email.slice(0, email.lastIndexOf('@')).split('+', 1);
  const words = mailbox.split(/[._\d-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

function cellsOf(text: string): string[] {
  const bracketed = /<([^<>]{0,320})>/.exec(text);
  const cells = bracketed
    ? [
        ...text.slice(0, bracketed.index).split(dividers).reverse(),
        bracketed[1] ?? '',
        text.slice(bracketed.index + bracketed[0].length),
      ]
    : text.split(dividers);
  // `Ruiz, Marta <marta@…>` is turned above, so that the given name comes first
  const clean = cells
    .map((cell) =>
      cell
        .trim()
        .replaceAll(quotes, '')
        .replace(/^mailto:/i, ''),
    )
    .filter(Boolean);
  if (clean.length !== 1 || bracketed) return clean;
  // "Marta Ruiz marta@office.example +1 303 555 0101"
  const words = (clean[0] ?? '').split(/\s+/);
  const at = words.findIndex((word) => word.includes('@'));
  if (at < 0) return clean;
  return [words.slice(0, at).join(' '), words[at] ?? '', words.slice(at + 1).join(' ')].filter(Boolean);
}

function readPerson(text: string): Omit<PastedPerson, 'line'> | string {
  const cells = cellsOf(text);
  const emails = cells.filter((cell) => cell.includes('@'));
  if (emails.length === 0) return 'has no email address.';
  if (emails.length > 1) return 'has more than one email address. Write each person on a line.';
  const email = readEmail(emails[0] ?? '');
  if (email === null) return `has “${emails[0]}”, which is not an email address.`;
  const others = cells.filter((cell) => !cell.includes('@'));
  const phones = others.filter((cell) => /\d{3}/.test(cell));
  if (phones.length > 1) return 'has more than one phone number.';
  const phone = phones[0] === undefined ? null : readPhone(phones[0]);
  if (phones[0] !== undefined && phone === null) return `has “${phones[0]}”, which is not a phone number.`;
  const name = others.filter((cell) => !phones.includes(cell)).join(' ');
  if (name.length > 500) return 'has a name of more than 500 characters.';
  return { name: name === '' ? nameOfEmail(email) : name, email, phone };
}

const isHeading = (text: string) =>
  text.split(dividers).some((cell) => headings.test(cell.trim().replaceAll(quotes, '')));

/** People of a list in any usual form: `Name <address>`, cells of a spreadsheet, or addresses alone. */
export function readPastedPeople(text: string): { people: PastedPerson[]; problems: PastedProblem[] } {
  const people: PastedPerson[] = [];
  const problems: PastedProblem[] = [];
  const lines = new Map<string, number>();
  text.split(/\r\n|\r|\n/).forEach((whole, index) => {
    const line = index + 1;
    if (whole.trim() === '' || (index === 0 && !whole.includes('@') && isHeading(whole))) return;
    for (const part of peopleOf(whole)) {
      if (part.trim() === '') continue;
      const read = readPerson(part);
      const before = typeof read === 'string' ? undefined : lines.get(read.email.toLowerCase());
      if (typeof read === 'string') problems.push({ line, text: part.trim(), reason: read });
      else if (before !== undefined)
        problems.push({ line, text: part.trim(), reason: `has the email address of line ${before}.` });
      else {
        lines.set(read.email.toLowerCase(), line);
        people.push({ line, ...read });
      }
    }
  });
  return { people, problems };
}
