/** Byte order marks, zero-width blanks, soft hyphens, direction marks, control characters; not NUL, because a file with NUL is no text. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are what it finds
  /[\u0001-\u0008\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Some scripts need joiners within words; beside Latin letters and digits they are noise. */
const strayJoiners = /(?<![^\0-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\u024f])/gu;

/** Characters of Windows-1252 from 0x80 to 0x9F; blank where it has none. */
const windows1252 =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178';
/** U+0080 to U+009F are Windows-1252 that a program read as Latin-1: U+0092 is an apostrophe. */
const readControl = (character: string) => windows1252.charAt(character.charCodeAt(0) - 0x80).trim();

/** Formulas that mark a cell as text: ="02138" and =T("02138"). */
const textFormula = /^=\s*(?:T\(\s*"([^]*)"\s*\)|"([^]*)")$/i;

/** Spreadsheets mark text with an apostrophe before a number, a sign or a capital letter; 't Hooft keeps it. */
const textMark = /^['\u2018\u2019](?=[\d=+@$(.\-#]|\p{Lu})/u;

/** Fast path: nearly every cell is plain ASCII without spreadsheet marks. */
const isPlain = (text: string) => {
  const first = text.charCodeAt(0);
  return first !== 0x3d && first !== 0x27 && !/[^\x20-\x7e]/.test(text);
};

/** ="02138" becomes 02138. */
export function withoutFormula(text: string): string {
  if (text.charCodeAt(0) !== 0x3d) return text;
  const formula = textFormula.exec(text);
  return formula ? (formula[1] ?? formula[2] ?? '').replaceAll('""', '"').trim() : text;
}

/** ="02138" and '02138 become 02138. Removes invisible characters and outer blanks; full-width characters become usual ones. */
export function cellText(cell: string): string {
  const trimmed = cell.trim();
  if (isPlain(trimmed)) return trimmed;
  const text = withoutFormula(
    trimmed
      .replace(/[\u0080-\u009f]/g, readControl)
      .replace(invisible, '')
      .replace(strayJoiners, '')
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .trim(),
  );
  // a second apostrophe closes a quotation
  return /['\u2019](?!\p{L})/u.test(text.slice(1)) ? text : text.replace(textMark, '').trim();
}

const dashes = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

export const hyphenated = (text: string): string => text.replace(dashes, '-');

/** Value of a decimal digit of any script. In each script the ten digits are adjacent, from zero. */
function digitOf(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
    value += 1;
  }
  return String(value);
}

/** For numbers, dates and codes: replaces characters by their usual ASCII form, if any. */
export function codeText(cell: string): string {
  const text = cellText(cell).replace(/^['\u2018\u2019`]/, '');
  if (!/[^\x20-\x7e]/.test(text)) return text;
  return hyphenated(text)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(/\s+/g, ' ')
    .trim();
}

const scientific = /^([+-]?)(\d)(?:[.,](\d{1,20}))?E([+-]?)(\d{1,3})$/i;

/** Writes out scientific notation; null if the spreadsheet dropped digits. Other texts stay. */
export function writtenOut(text: string): string | null {
  const parts = scientific.exec(text);
  if (!parts) return text;
  const [, , , fraction = '', exponentSign, exponentText] = parts;
  const exponent = Number(exponentText) * (exponentSign === '-' ? -1 : 1);
  // 15 digits are exact
  if (exponent > fraction.length || exponent < -20 || fraction.length > 14) return null;
  return Number(text.replace(',', '.')).toFixed(fraction.length - exponent);
}

/** Undoes scientific notation, decimals and commas that a spreadsheet added to a code. Null if digits were lost; other texts stay. */
export function wholeDigits(text: string): string | null {
  const out = writtenOut(text);
  return out !== null && /^\d{1,3}(?:,\d{3})+(?:\.0+)?$|^\d+\.0+$/.test(out)
    ? (out.split('.')[0] ?? '').replaceAll(',', '')
    : out;
}

/** Such as #N/A, or the signs of a column that was too narrow. */
export const isSpreadsheetError = (text: string): boolean =>
  /^#{3,}$|^#(?:N\/A|VALUE|REF|NAME|DIV\/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|GETTING_DATA|UNKNOWN|ERROR)[!?]?$/i.test(
    text,
  );
