import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';

/** Confirms that unsaved changes are discarded. */
const confirmDiscard = () =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title: 'Discard changes?',
      children: <Text>Your changes are not saved yet.</Text>,
      labels: { confirm: 'Discard changes', cancel: 'Keep editing' },
      closeButtonProps: { 'aria-label': 'Close' },
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });

/** While there are unsaved changes, leaving the page has to be confirmed; a logout was confirmed already. */
export function useConfirmLeave(hasChanges: boolean): void {
  useBlocker({
    disabled: !hasChanges,
    enableBeforeUnload: hasChanges,
    shouldBlockFn: async ({ current, next }) => {
      const stays = next.pathname === current.pathname;
      if (stays || currentSession() === null || next.pathname === paths.logout) return false;
      return !(await confirmDiscard());
    },
  });
}
