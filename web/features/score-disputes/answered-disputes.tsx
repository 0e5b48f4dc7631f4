import { counted } from '@mailcall/contract/rules/rates.ts';
import { IconMessageCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { type ScopeState, writtenScope } from '../scope/index.ts';
import { decidedQuery } from './api.ts';

/** The person's disputes whose decision they have not seen; undefined while loading, empty if not enabled or not loaded. */
export function useDecidedDisputes(scope: ScopeState['query'], { enabled = true } = {}) {
  const query = useQuery({ ...decidedQuery(scope), enabled });
  return query.isError || !enabled ? [] : query.data;
}

export function AnsweredDisputes({
  scope,
  decided,
  className,
}: {
  scope: ScopeState;
  decided: readonly { callId: string }[];
  className: string | undefined;
}) {
  const [first] = decided;
  if (!first) return null;
  return (
    <Link className={className} to={paths.call(first.callId)} search={writtenScope(scope.scope)}>
      <IconMessageCheck size={18} stroke={1.75} aria-hidden />
      <span>{counted(decided.length, 'answered dispute')}</span>
    </Link>
  );
}
