import { canReorder, isolated, withoutIsolation } from '@mailcall/contract/rules/shown-text.ts';

/** Fields that are compared or called and not shown. */
const comparedField = /(^id|Ids?|token|Token|url|Url|key|Key)$/;

function mapTexts(value: unknown, change: (text: string) => string, isCompared = false): unknown {
  if (typeof value === 'string') return isCompared ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, isCompared));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change, comparedField.test(name))]),
  );
}

/** Isolates the writing direction of names from the text around them. Throws SyntaxError if it is not JSON. */
export function readAnswer(text: string): unknown {
  const answer: unknown = JSON.parse(text);
  return canReorder(text) ? mapTexts(answer, isolated) : answer;
}

/** Values that come from answers in the form in which the server has them, for sending. */
export const asSent = <Input>(input: Input): Input => mapTexts(input, withoutIsolation) as Input;
