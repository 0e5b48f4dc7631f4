import type { Provider } from '@mailcall/contract/provider.ts';
import type { Environment } from '../../platform/env.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { privateOriginsFor, receiverUrlProblem } from '../../platform/standard-webhooks.ts';

export interface SuggestionSettings {
  url: URL;
  secret: string;
  /** Null for all. */
  accounts: readonly string[] | null;
  namedOrigins: readonly string[];
}

/** Null if suggestions are off. @throws {OperatorProblem} for a missing secret or an address that posts may not go to */
export function suggestionSettings(
  { suggestions }: Pick<Provider, 'suggestions'>,
  {
    suggestionsSecret,
    webhookPrivateOrigins,
  }: Pick<Environment, 'suggestionsSecret' | 'webhookPrivateOrigins'>,
): SuggestionSettings | null {
  if (suggestions === null) return null;
  const problem = receiverUrlProblem(suggestions.url, webhookPrivateOrigins);
  if (problem !== null) throw new OperatorProblem(`suggestions.url of PROVIDER is not right. ${problem}`);
  if (suggestionsSecret === undefined)
    throw new OperatorProblem(
      'PROVIDER names an address for suggestions: SUGGESTIONS_SECRET must be set. Make one with: echo "whsec_$(openssl rand -base64 32)"',
    );
  const url = new URL(suggestions.url);
  return {
    url,
    secret: suggestionsSecret,
    accounts: suggestions.accounts,
    namedOrigins: privateOriginsFor(url, webhookPrivateOrigins),
  };
}
