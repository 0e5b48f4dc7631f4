import { opportunityResults } from '@mailcall/contract/resolve.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';

/**
 * What an entry of a call's history says: the opportunity result in the account's words, everything that somebody typed
 * as they typed it.
 */
export function historyText(details: string, wording: Wording): string {
  const found = opportunityResults
    .map((result) => ({ result, at: details.indexOf(`, ${result}. `) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (!found) return details;
  const begin = found.at + 2;
  return (
    details.slice(0, begin) + labelText(found.result, wording) + details.slice(begin + found.result.length)
  );
}
