import { Button, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useMobile } from '../../ui/screen-width.ts';
import classes from './account-selector.module.css';
import { type AccountChoice, useOwnAccounts } from './account-choices.ts';
import { SingleAccountPicker } from './single-account-picker.tsx';

export function SingleAccountSelector({
  account,
  onChange,
}: {
  account: AccountChoice;
  onChange: (accountId: string) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const isMobile = useMobile();
  if (useOwnAccounts().length === 1)
    return (
      <Text className={classes.only}>
        <IconBuilding size={18} stroke={1.75} aria-hidden />
        <VisuallyHidden>Account: </VisuallyHidden>
        <span className={classes.selected}>{account.name}</span>
      </Text>
    );
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        leftSection={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        title={account.name}
        className={classes.office ?? ''}
      >
        <VisuallyHidden>Account: </VisuallyHidden>
        <span className={classes.selected}>{account.name}</span>
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Select account"
        size="lg"
        centered
        fullScreen={isMobile}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <SingleAccountPicker
          selectedId={account.id}
          onCancel={close}
          onApply={(accountId) => {
            close();
            if (accountId !== account.id) onChange(accountId);
          }}
        />
      </Modal>
    </>
  );
}
