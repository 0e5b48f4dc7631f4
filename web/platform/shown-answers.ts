import { canReorder, isolated, withoutIsolation } from '@mailcall/contract/rules/shown-text.ts';

/** Fields that are compared or called and not shown. */
const comparedField = /(^id|Ids?|token|Token|url|Url|key|Key)$/;

/** Changes the texts of a value that is made of objects and arrays. */
function mapTexts(value: unknown, change: (text: string) => string, isCompared = false): unknown {
  if (typeof value === 'string') return isCompared ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, isCompared));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change, comparedField.test(name))]),
  );
}

/**
 * Reads an answer. Names in it keep their order, and leave that of what is around them as it is, wherever they stand.
 * @throws {SyntaxError} when it is no JSON
 */
export function readAnswer(text: string): unknown {
  const answer: unknown = JSON.parse(text);
  return canReorder(text) ? mapTexts(answer, isolated) : answer;
}

/** What is sent of values that can come from answers: names as the server has them. */
export const asSent = <Input>(input: Input): Input => mapTexts(input, withoutIsolation) as Input;
