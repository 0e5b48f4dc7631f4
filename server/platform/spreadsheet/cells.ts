import { beginningOf } from '../storable-texts.ts';
import { days } from '@mailcall/contract/time/durations.ts';

/** `duration` is seconds; `moment` and `day` are wall-clock times as milliseconds since 1970, as if in UTC. `text` is never interpreted. */
export type CellKind = 'text' | 'number' | 'duration' | 'moment' | 'day';

export type CellValue = string | number | null;

const styles = { heading: 1, text: 2, number: 3, duration: 4, moment: 5, day: 6, quoted: 7 } as const;

/** {@link styles} indexes its `cellXfs`. */
export const stylesXml = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="m/d/yyyy\\ h:mm\\ AM/PM"/><numFmt numFmtId="167" formatCode="m/d/yyyy"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFECE9F5"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="8">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>
<xf numFmtId="167" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** UTF-16 units. */
const maxTextLength = 32_767;

/** Characters that XML cannot contain, and texts that look like the format's own escape sequences. */
// biome-ignore format: one class of characters
const awkward = /[&<>\r]|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeOf = (character: string): string => {
  const name = named[character];
  if (name) return name;
  const code = character.codePointAt(0) ?? 0xfffd;
  // half of a surrogate pair is no character
  return code >= 0xd800 && code <= 0xdfff
    ? '\ufffd'
    : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
};

export const escapeText = (text: string) => text.replace(awkward, escapeOf);

const looksLikeFormula = /^[=+\-@\t\r]/;

function textCell(cellReference: string, text: string, style: number): string {
  return `<c r="${cellReference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(beginningOf(text, maxTextLength))}</t></is></c>`;
}

const millisecondsPerDay = days(1);
/** Spreadsheet day number of 1970-01-01. */
const firstDay = 25_569;

/** Times are days and fractions of days. */
function kept(kind: Exclude<CellKind, 'text'>, value: number): number {
  if (kind === 'duration') return value / (24 * 60 * 60);
  return kind === 'number' ? value : value / millisecondsPerDay + firstDay;
}

export function cellXml(cellReference: string, kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return '';
  if (kind === 'text' || typeof value === 'string') {
    const text = String(value);
    return textCell(cellReference, text, looksLikeFormula.test(text) ? styles.quoted : styles.text);
  }
  return `<c r="${cellReference}" s="${styles[kind]}"><v>${kept(kind, value)}</v></c>`;
}

export const headingXml = (cellReference: string, title: string) =>
  textCell(cellReference, title, styles.heading);
