import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { explanationOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';

export interface SystemChange {
  label: string;
  /** What is changed, for screen readers. */
  subject: string;
  question: string;
  done: string;
  change: () => Promise<unknown>;
}

/** Asks the question first. */
export function ChangeButton({ label, subject, question, done, change }: SystemChange) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onSuccess: () => void toast('success', done),
    onError: (error) => void toast('error', explanationOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['operate'] }),
  });
  const confirm = () =>
    modals.openConfirmModal({
      title: label,
      children: <Text>{question}</Text>,
      labels: { confirm: label, cancel: 'Cancel' },
      closeButtonProps: { 'aria-label': 'Close' },
      centered: true,
      confirmProps: { 'data-autofocus': true },
      onConfirm: () => mutate(),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${subject}`}
      loading={isPending}
      onClick={confirm}
    >
      {label}
    </Button>
  );
}
