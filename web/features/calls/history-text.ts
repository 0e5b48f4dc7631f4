import { opportunityResults } from '@mailcall/contract/resolve.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';

export function historyText(details: string, wording: Wording): string {
  const found = opportunityResults
    .map((result) => ({ result, index: details.indexOf(`, ${result}. `) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index)[0];
  if (!found) return details;
  const start = found.index + 2;
  return (
    details.slice(0, start) + labelText(found.result, wording) + details.slice(start + found.result.length)
  );
}
