const longestText = 60;

const [minute, hour] = [60, 3600];

/** 1284, 60.5, 60,5, 1,284, 1.284,5 or 1 284; null for anything else. */
function readAmount(text: string): number | null {
  // a comma before three digits is ambiguous; in the US it groups them
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)
    ? text.replaceAll(',', '')
    : /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/.test(text) || /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : /^[1-9]\d{0,2}(?:[ '’]\d{3})+(?:[.,]\d+)?$/.test(text)
        ? text.replace(/[ '’]/g, '').replace(',', '.')
        : text.replace(/^(\d*),(\d+)$/, '$1.$2');
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

function readClock(text: string): number | null {
  const match = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{2}(?:[.,]\d{1,9})?)$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, rest] = match;
  const seconds = Number(rest?.replace(',', '.'));
  if (seconds >= 60 || (hours !== undefined && Number(minutes) >= 60)) return null;
  return Number(hours ?? 0) * hour + Number(minutes) * minute + seconds;
}

function readIso(text: string): number | null {
  const match =
    /^P(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/i.exec(text);
  if (!match || /^P$/i.test(text)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  return days * 24 * hour + hours * hour + minutes * minute + seconds;
}

const units: ReadonlyMap<string, number> = new Map(
  (
    [
      [hour, ['h', 'hr', 'hrs', 'hour', 'hours']],
      [minute, ['m', 'min', 'mins', 'minute', 'minutes']],
      [1, ['s', 'sec', 'secs', 'second', 'seconds']],
      [0.001, ['ms', 'msec', 'millisecond', 'milliseconds']],
    ] as const
  ).flatMap(([seconds, names]) => names.map((name) => [name, seconds] as const)),
);

/** The largest first: 1h 2m 3s, 3 min and 4 secs. */
function readUnits(text: string): number | null {
  const parts = [...text.matchAll(/([\d.,]+) ?([a-z]+)\.?(?:,? and |, ?| )?/gy)];
  if (parts.length === 0 || parts.reduce((length, [part]) => length + part.length, 0) !== text.length)
    return null;
  let [total, before] = [0, Number.POSITIVE_INFINITY];
  for (const [, amount = '', name = ''] of parts) {
    const [value, unit] = [readAmount(amount), units.get(name)];
    if (value === null || unit === undefined || unit >= before) return null;
    total += value * unit;
    before = unit;
  }
  return total;
}

/** Whole seconds of 90, 60.5, 1,284, 3:04, 1:02:03, 60s, 3 min 4 sec or PT3M4S. Null for anything else, such as a negative duration. */
export function readDuration(text: string): number | null {
  if (text.length > longestText) return null;
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ').replace(/^\+/, '');
  const clock = plain.replace(/ ?(?:h|hrs?|m|mins?|s|secs?)$/i, '');
  const seconds = readAmount(plain) ?? readClock(clock) ?? readIso(plain) ?? readUnits(plain.toLowerCase());
  return seconds === null ? null : Math.round(seconds);
}
