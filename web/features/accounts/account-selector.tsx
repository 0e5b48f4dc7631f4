import { Badge, Button, Modal, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import { IconBuilding } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import classes from './account-selector.module.css';
import { selectionMeaning } from './account-tree.ts';
import { hideOffices, useHiddenOffices } from './hidden-accounts.ts';
import { useSelectedAccounts } from './selected-accounts.ts';
import { selectionSummary } from './selection-words.ts';

const AccountChoice = lazy(() =>
  import('./account-choice.tsx').then((module) => ({ default: module.AccountChoice })),
);

/** Says which accounts are selected and of how many, and opens the choice. */
export function AccountSelector({
  value,
  onChange,
}: {
  /** The selected accounts; one with sub-accounts stands for all of them, `'*'` for everything not hidden. */
  value: AccountSelection;
  onChange: (selection: AccountSelection) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const { tree, visible, offices } = useSelectedAccounts(value);
  const hidden = useHiddenOffices();
  const summary = selectionSummary(tree, visible, offices);
  const { name } = summary;
  const [selected, total, concealed] = [summary.selected, summary.total, summary.hidden].map((count) =>
    count.toLocaleString('en-US'),
  );
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        leftSection={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        rightSection={
          <>
            <Badge
              variant="light"
              color={summary.selected === 0 ? 'red' : 'gray'}
              size="md"
              tt="none"
              aria-hidden
            >
              {selected}/{total}
            </Badge>
            <VisuallyHidden>
              {`, ${selected} of ${total} selected`}
              {summary.hidden > 0 && `, ${concealed} hidden`}
            </VisuallyHidden>
          </>
        }
        aria-haspopup="dialog"
        title={name}
        justify="space-between"
        styles={{ label: { flex: 1, textAlign: 'left' } }}
      >
        <VisuallyHidden>Accounts: </VisuallyHidden>
        <span className={classes.selected}>{name}</span>
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Accounts"
        size="lg"
        centered
        fullScreen={narrow}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Suspense fallback={<PageLoading />}>
          <AccountChoice
            tree={tree}
            offices={offices}
            hidden={hidden}
            onCancel={close}
            onApply={(chosen, nowHidden, nowVisible) => {
              hideOffices(nowHidden);
              onChange(selectionMeaning(tree, nowVisible, chosen));
              close();
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}
