import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { modals } from '@mantine/modals';
import { hasStoredInput } from '../../platform/input-store.ts';
import { hasUnsavedInput } from '../../ui/unsaved-input.ts';

export function confirmLogout(onConfirm: () => void): void {
  const losesInput = hasUnsavedInput() || hasStoredInput();
  modals.openConfirmModal({
    title: 'Logout',
    children: (
      <Text>
        {losesInput ? `${messages.confirmLogout} ${messages.unsavedIsLost}` : messages.confirmLogout}
      </Text>
    ),
    labels: { confirm: 'Logout', cancel: 'Cancel' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    // instead of the close button, which is first
    confirmProps: { 'data-autofocus': true },
    onConfirm,
  });
}
