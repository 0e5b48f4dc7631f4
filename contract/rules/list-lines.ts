import { cellText } from './cell-text.ts';
import { readPatientPhones } from './patient-values.ts';

export const aboveHeader = 'This line is above the names of the columns.';
export const namesDelimiter = 'This line names the sign between the columns.';
const repeatsHeader = 'This line repeats the names of the columns.';
const repeatsTitle = 'This line repeats a title.';
const isRule = 'This line has signs only.';
const isTotal = 'This line looks like a total.';
const isNote = 'This line looks like a note of a report.';

const total =
  /^(?:(?:grand|sub|report|overall|office|page|final|running|list|patient|patients)[ -]?)?(?:totals?|sums?|counts?|averages?|avg|subtotals?)(?![a-z])/i;
const figure = /^[\d\s.,:/%$()+-]+$/;

/** Programs write such lines around a list. */
const noteBeginning =
  /^(?:(?:printed|generated|exported|downloaded|produced|prepared|created|compiled|retrieved|report(?:ed)?|run|print|export)(?: (?:on|by|at|from|with|using|for|date|time|run|generated|printed|created|name|id|title)(?![a-z])|:| ?\d)|(?:page|pg\.?|sheet) ?#?\d{1,4}(?:$| ?(?:of(?![a-z])|\/))|-+ ?page|end of (?:report|list|file|data|page|records)|as of(?![a-z])|date range|(?:date|dates|from|user|office|practice|provider|location|clinic|source|notes?|filters?|filtered by|sorted by|sort order|criteria|selection|selected|disclaimer|(?:number of )?(?:patients|records|rows|entries|households))(?: ?:| ?= ?|$)|copyright|\u00a9|\(c\) ?\d|(?:strictly )?confidential|this (?:report|list|document|file)|\*{2,}|(?:number of )?(?:patients|records|rows|entries)(?: (?:listed|printed|found|exported|selected))?[ :=]+\d|\d[\d,]* (?:patients?|records?|rows?|entries|households?|results?)(?![a-z]))/i;
/** A line of one cell is a title if it has one of these words beside others. */
const titleWords =
  /(?<![a-z])(?:report|list|listing|patients|totals?|records|summary|dental|dentistry|orthodontics|practice)(?![a-z])/i;
const isSentence = (text: string) =>
  /[:|\u00a9@]|https?:|\d{1,2}\/\d{1,2}\/\d{2,4}/i.test(text) ||
  (/ /.test(text) && titleWords.test(text)) ||
  (!/^\d/.test(text) && text.split(' ').length >= 6);

const comparable = (cells: readonly string[]) =>
  cells
    .map((cell) => cellText(cell).toLowerCase())
    .filter((cell) => cell !== '')
    .join('\n');

interface ListLayout {
  headers: readonly string[];
  titles: readonly (readonly string[])[];
}

/** Patients have a phone alone or with a word; a note may contain the phone of the office. */
const isPhoneCell = (text: string) =>
  text.length <= 60 &&
  (text.match(/\p{L}/gu)?.length ?? 0) <= 6 &&
  readPatientPhones(text).numbers.length > 0;

/** Recognizes lines that are no patients: repeated headers and titles, rules, totals, and notes such as "Printed … by …". */
export function lineReader({ headers, titles }: ListLayout): (cells: readonly string[]) => string | null {
  const header = comparable(headers);
  const known = new Set(titles.map(comparable).filter((title) => title !== ''));
  return (cells) => {
    if (cells.some((cell) => cell.length > 1_000)) return null;
    const filled = cells.map((cell) => cellText(cell).replace(/\s+/g, ' ')).filter((cell) => cell !== '');
    const [first] = filled;
    if (first === undefined) return null;
    const text = comparable(cells);
    if (text === header && headers.length > 1) return repeatsHeader;
    if (known.has(text)) return repeatsTitle;
    if (filled.every((cell) => !/[\p{L}\p{N}]/u.test(cell)))
      return /[-=_*~.#]{3}/.test(first) ? isRule : null;
    if (filled.some(isPhoneCell)) return null;
    const label = filled.find((cell) => total.test(cell));
    if (
      label !== undefined &&
      filled.every((cell) => cell === label || figure.test(cell) || total.test(cell))
    )
      return isTotal;
    if (noteBeginning.test(filled.join(' ')) && filled.length <= Math.max(1, headers.length / 2))
      return isNote;
    return filled.length === 1 && headers.length >= 3 && isSentence(first) ? isNote : null;
  };
}
