import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { TellsOwnFailures } from './page-failures.tsx';

/** A centered dialog; Escape and its icon close it. */
export function Dialog({
  opened = true,
  title,
  onClose,
  children,
}: {
  opened?: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      centered
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TellsOwnFailures>
        <Stack gap="md">{children}</Stack>
      </TellsOwnFailures>
    </Modal>
  );
}

/** Why a confirmed action failed; nothing while `text` is null. */
export function DialogProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}

/** End of a confirmation: failure, Cancel, and the confirming button. */
export function ConfirmActions({
  label,
  problem,
  isBusy,
  isDisabled = false,
  autoFocus = true,
  onConfirm,
  onCancel,
}: {
  label: string;
  /** Null without a failure. */
  problem: string | null;
  isBusy: boolean;
  /** Not available yet; keeps the focus, which a disabled button would lose. */
  isDisabled?: boolean;
  /** Focuses the confirming button when the dialog opens. */
  autoFocus?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <>
      <DialogProblem text={problem} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" h={44} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          h={44}
          loading={isBusy}
          {...(isDisabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          onClick={() => {
            if (!isDisabled) onConfirm();
          }}
        >
          {label}
        </Button>
      </Group>
    </>
  );
}
