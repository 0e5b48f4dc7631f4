import type { ScopeState } from '../scope/index.ts';
import { useWaitingCallers } from './waiting-callers.ts';
import { unresolvedText } from './waiting-texts.ts';

/** How many calls of how many callers the scoreboard lists; the strip and the menu count callers. */
export function UnresolvedCalls({ scope }: { scope: ScopeState['query'] }) {
  const { unresolved } = useWaitingCallers(scope);
  return unresolved ? unresolvedText(unresolved) : null;
}
