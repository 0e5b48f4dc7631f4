import { maxRowLength } from '../../platform/read-csv.ts';

export interface JsonRow {
  line: number;
  object: Record<string, unknown>;
  problem: string | null;
}

function readLine(line: number, text: string): JsonRow {
  if (text.length > maxRowLength) return { line, object: {}, problem: 'is longer than a million characters' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, object: value as Record<string, unknown>, problem: null };
    }
  } catch {}
  return {
    line,
    object: {},
    problem: 'is not a JSON object; each line is one, such as {"id": "C1", "name": "…"}',
  };
}

/** In batches; skips blank lines. */
export async function* readNdjson(pieces: AsyncIterable<string>): AsyncGenerator<JsonRow[]> {
  let text = '';
  let line = 1;
  let passingOver = false;

  function* rowsIn(last: boolean): Generator<JsonRow> {
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end === -1 && !last) {
        if (passingOver) start = text.length;
        else if (text.length - start > maxRowLength) {
          yield { line, object: {}, problem: 'is longer than a million characters' };
          passingOver = true;
          start = text.length;
        }
        break;
      }
      const content = text.slice(start, end === -1 ? text.length : end).trim();
      if (!passingOver && content !== '') yield readLine(line, content);
      passingOver = false;
      if (end === -1) {
        start = text.length;
        break;
      }
      start = end + 1;
      line += 1;
    }
    text = text.slice(start);
  }

  for await (const piece of pieces) {
    text += piece;
    const rows = [...rowsIn(false)];
    if (rows.length > 0) yield rows;
  }
  const rows = [...rowsIn(true)];
  if (rows.length > 0) yield rows;
}
