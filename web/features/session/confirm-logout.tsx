import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { modals } from '@mantine/modals';

export function confirmLogout(onConfirm: () => void): void {
  modals.openConfirmModal({
    title: 'Logout',
    children: <Text>{messages.confirmLogout}</Text>,
    labels: { confirm: 'Logout', cancel: 'Cancel' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    // instead of the close button, which is first
    confirmProps: { 'data-autofocus': true },
    onConfirm,
  });
}
