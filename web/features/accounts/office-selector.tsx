import { Button, Modal, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useMobile } from '../../ui/screen-width.ts';
import classes from './account-selector.module.css';
import type { OfficeChoice } from './office-choices.ts';
import { OfficePicker } from './office-picker.tsx';

/** Says which single account is selected, and opens the dialog that selects another one. */
export function OfficeSelector({
  office,
  onChange,
}: {
  office: OfficeChoice;
  onChange: (officeId: string) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const isMobile = useMobile();
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        leftSection={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        title={office.name}
        className={classes.office ?? ''}
      >
        <VisuallyHidden>Account: </VisuallyHidden>
        <span className={classes.selected}>{office.name}</span>
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
        <OfficePicker
          selectedId={office.id}
          onCancel={close}
          onApply={(officeId) => {
            close();
            if (officeId !== office.id) onChange(officeId);
          }}
        />
      </Modal>
    </>
  );
}
