import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ReportsOwnFailures } from './page-failures.tsx';
import { closeLayer, UnsavedLayer } from './unsaved-input.ts';

export function Dialog({
  opened = true,
  title,
  isWide = false,
  onClose,
  children,
}: {
  opened?: boolean;
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const layer = useId();
  return (
    <Modal
      opened={opened}
      onClose={() => closeLayer(layer, onClose)}
      centered
      size={isWide ? 'xl' : 'md'}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReportsOwnFailures>
        <UnsavedLayer value={layer}>
          <Stack gap="md">{children}</Stack>
        </UnsavedLayer>
      </ReportsOwnFailures>
    </Modal>
  );
}

export function DialogProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  );
}

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
  problem: string | null;
  isBusy: boolean;
  /** Not available yet; keeps the focus, which a disabled button would lose. */
  isDisabled?: boolean;
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
