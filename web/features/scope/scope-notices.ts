import { useEffect, useRef } from 'react';
import { toast } from '../../ui/toast.tsx';
import type { ScopeState } from './scope-state.ts';

const accounts = (count: number) =>
  count === 1 ? '1 account of this link is' : `${count} accounts of this link are`;

export function useScopeNotices(state: ScopeState): void {
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const { scope } = state;
  const opened = useRef<ScopeState['scope']>(null);
  useEffect(() => {
    // reports only an opened URL, because hiding accounts also changes what is left out
    if (opened.current === scope) return;
    opened.current = scope;
    const { missingAccountIds, hiddenAccountIds, tidy } = latest.current;
    if (missingAccountIds.length === 0 && hiddenAccountIds.length === 0) return;
    if (missingAccountIds.length > 0) {
      toast('warning', `${accounts(missingAccountIds.length)} left out, because you do not have access.`);
    }
    if (hiddenAccountIds.length > 0) {
      toast(
        'warning',
        `${accounts(hiddenAccountIds.length)} hidden here. The account list can show hidden accounts again.`,
      );
    }
    tidy();
  }, [scope]);
}
