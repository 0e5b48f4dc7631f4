import { Text, TextInput } from '@mantine/core';
import { replayConnection } from '@mailcall/contract/provider-connections.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explanationOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { refresh } from './api.ts';

export function ReplayDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useQueryClient();
  const [since, setSince] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const replay = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { events } = await call(replayConnection, {
        params: { name },
        body: since === '' ? {} : { since },
      });
      toast('success', `${counted(events, 'event')} to import again.`);
      onClose();
      void refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title="Import again" onClose={onClose}>
      <Text size="sm">What came by {name} within 30 days is imported again. Nothing is counted twice.</Text>
      <TextInput
        type="date"
        label="Since"
        description="Empty: all of the 30 days"
        value={since}
        data-autofocus
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <ConfirmActions
        label="Import again"
        problem={problem}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void replay()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
