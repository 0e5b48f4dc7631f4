import { assignParkedReference } from '@mailcall/contract/provider-connections.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explanationOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { type Choice, type ParkedReference, refresh } from './api.ts';
import { ChooseDialog } from './choose-dialog.tsx';

/** Assigns a parked number or mailing. */
export function AssignDialog({
  parked: { connection, reference, assignedTo },
  onAssigned,
  onClose,
}: {
  parked: Pick<ParkedReference, 'connection' | 'reference' | 'assignedTo'>;
  onAssigned: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const assign = async ({ id, accountId }: Choice) => {
    setProblem(null);
    try {
      const { reworked, more } = await call(assignParkedReference, {
        params: { name: connection },
        body: { reference, targetId: id, accountId },
      });
      toast('success', more ?? `Assigned. ${counted(reworked, 'call')} to import.`);
      onAssigned();
      await refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
    }
  };
  return (
    <ChooseDialog
      choosing={assignedTo}
      subject={formatPhone(reference)}
      problem={problem}
      onChoose={(choice) => void assign(choice)}
      onClose={onClose}
    />
  );
}
