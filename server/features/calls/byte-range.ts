/** First and last byte of a part, both included, from 0. */
export interface BytePart {
  start: number;
  end: number;
}

/** Part requested by a Range header (RFC 9110 §14): `'whole'` without a usable range, `'none'` if it has no byte of the file. */
export function bytePartOf(header: string | undefined, size: number): BytePart | 'whole' | 'none' {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return 'whole';
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether a part may be sent: If-Range, if present, must match the file (RFC 9110 §13.1.5). */
export function rangeStillHolds(
  ifRange: string | undefined,
  file: { etag: string; modifiedAt: Date },
): boolean {
  if (ifRange === undefined) return true;
  return ifRange === file.etag || ifRange === file.modifiedAt.toUTCString();
}
