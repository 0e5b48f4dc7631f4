/** JSONata's `&` makes "null" of a null value: names became "null Smith", and all rows without an id one row. */

/** Completes "{column} …" and repeats no data of the row. */
export class FunctionProblem extends Error {}

function textOf(part: unknown): string {
  if (part === undefined || part === null) return '';
  if (typeof part === 'number' && Number.isInteger(part) && !Number.isSafeInteger(part))
    throw new FunctionProblem(
      'has a number of more than 15 digits, which has lost some; the export must have it as a text',
    );
  if (typeof part === 'string') return part.trim();
  if (typeof part === 'number' || typeof part === 'boolean') return String(part);
  throw new FunctionProblem('joins something that is neither a text nor a number');
}

export const expressionFunctions = {
  /** `$id("callrail:", id)`: the parts as one id; nothing if one of them is missing, null or empty. */
  id(...parts: unknown[]): string | undefined {
    const texts = parts.map(textOf);
    return texts.length === 0 || texts.includes('') ? undefined : texts.join('');
  },
  /** `$join([first, last], " ")`: skips missing, null and empty parts; no value without any. JSONata's own fails for other types. */
  join(parts: unknown, separator: unknown = ''): string | undefined {
    if (typeof separator !== 'string')
      throw new FunctionProblem('needs a text as the separator of $join, such as $join([first, last], " ")');
    const texts = (Array.isArray(parts) ? parts : [parts]).map(textOf).filter((text) => text !== '');
    return texts.length === 0 ? undefined : texts.join(separator);
  },
} as const;
