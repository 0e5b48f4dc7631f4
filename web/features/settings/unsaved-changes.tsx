import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';

/** Asks whether changes are discarded. */
export const confirmDiscard = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Discard changes?',
      children: <Text>{text}</Text>,
      labels: { confirm: 'Discard changes', cancel: 'Keep editing' },
      closeButtonProps: { 'aria-label': 'Close' },
      centered: true,
      // above the dialog in which the changes were made
      zIndex: 300,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });

/** The account that an address of the settings names. */
const accountIn = (search: object) => ('account' in search ? search.account : undefined);

/**
 * While there are unsaved changes, leaving the page or selecting another account has to be confirmed; a logout was
 * confirmed already.
 */
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
