import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { modals } from '@mantine/modals';

/** Asks before logging out. */
export function confirmLogout(onConfirm: () => void): void {
  modals.openConfirmModal({
    title: 'Logout',
    children: <Text>{messages.askLogout}</Text>,
    labels: { confirm: 'Logout', cancel: 'Cancel' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    // not the button that closes the dialog, which comes first
    confirmProps: { 'data-autofocus': true },
    onConfirm,
  });
}
