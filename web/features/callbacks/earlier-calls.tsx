import { Button, Text } from '@mantine/core';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { toast } from '../../ui/toast.tsx';
import { useReadOnlyAccounts } from '../accounts/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { type Callers, reloadDesk, takeInEarlierCalls } from './api.ts';
import classes from './caller-list.module.css';
import { focusCaller } from './use-desk.ts';

export function EarlierCalls({
  earlier,
  scope,
}: {
  earlier: Callers['earlier'] | undefined;
  scope: ScopeState;
}) {
  const client = useQueryClient();
  const readOnly = useReadOnlyAccounts();
  const takeIn = useMutation({
    mutationFn: () => takeInEarlierCalls(scope.query),
    onSuccess: async ({ calls }) => {
      toast('success', `${counted(calls, 'earlier call')} now ${calls === 1 ? 'waits' : 'wait'} here.`);
      await reloadDesk(client);
      // the pressed button is gone
      focusCaller(null);
    },
    onError: (error) => toast('error', error.message),
  });
  if (!earlier || earlier.calls === 0) return null;
  const mayTakeIn = scope.accountIds.some((id) => !readOnly.has(id));
  return (
    <section className={classes.earlier} aria-label="Earlier calls">
      <Text size="sm">
        {counted(earlier.callers, 'caller')} of the last {followUpDays} days ({counted(earlier.calls, 'call')}
        ) came with an import. Callers of past calls do not wait here.
      </Text>
      {mayTakeIn && (
        <Button
          size="compact-sm"
          variant="default"
          loading={takeIn.isPending}
          onClick={() => takeIn.mutate()}
        >
          Add them to the list
        </Button>
      )}
    </section>
  );
}
