import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';

/** Asks before changes are discarded. Canceling returns the focus. */
export const confirmDiscard = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const before = document.activeElement;
    let discards = false;
    const close = () => {
      resolve(discards);
      if (discards) return;
      // the element that opened the question may be gone, such as a dialog
      focusNextFrame(() =>
        before?.isConnected && before !== document.body ? before : document.querySelector('h1'),
      );
    };
    modals.openConfirmModal({
      title: 'Discard changes?',
      children: <Text>{text}</Text>,
      labels: { confirm: 'Discard changes', cancel: 'Keep editing' },
      closeButtonProps: { 'aria-label': 'Close' },
      cancelProps: { 'data-autofocus': true },
      returnFocus: false,
      centered: true,
      // above the dialog with the changes
      zIndex: 300,
      onConfirm: () => {
        discards = true;
      },
      onClose: close,
    });
  });

const accountIn = (search: object) => ('account' in search ? search.account : undefined);

/** Asks before an unsaved form is left or another account selected; a logout has asked already. */
export function useConfirmLeave(hasChanges: boolean): void {
  useBlocker({
    disabled: !hasChanges,
    enableBeforeUnload: hasChanges,
    shouldBlockFn: async ({ current, next }) => {
      const stays = next.pathname === current.pathname;
      if (stays && accountIn(next.search) === accountIn(current.search)) return false;
      if (currentSession() === null || next.pathname === paths.logout) return false;
      return !(await confirmDiscard(
        stays
          ? 'Your changes are not saved yet. They are discarded when you select another account.'
          : 'Your changes are not saved yet.',
      ));
    },
  });
}
