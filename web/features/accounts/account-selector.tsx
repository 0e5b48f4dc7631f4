import { Badge, Button, Modal, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import { IconBuilding } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { afterNextPaint } from '../../platform/scheduling.ts';
import { Deferred, DeferredLayer } from '../../ui/deferred.tsx';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import classes from './account-selector.module.css';
import { selectionOf } from './account-tree.ts';
import { hideOffices, storeHiddenOffices, useHiddenOffices } from './hidden-accounts.ts';
import { useSelectedAccounts } from './selected-accounts.ts';
import { type SelectionSummary, selectionSummary } from './selection-text.ts';

const AccountPicker = lazyRouteComponent(() => import('./account-picker.tsx'), 'AccountPicker');

export function AccountSelector({
  value,
  onChange,
}: {
  /** Selected accounts; one with sub-accounts means all of them, `'*'` all that are not hidden. */
  value: AccountSelection;
  onChange: (selection: AccountSelection) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const { tree, visible, offices } = useSelectedAccounts(value);
  const hidden = useHiddenOffices();
  const isCompact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <SelectorButton summary={selectionSummary(tree, visible, offices)} onClick={open} />
      <DeferredLayer opened={opened}>
        {(isOpen) => (
          <Modal
            opened={isOpen}
            onClose={close}
            title="Accounts"
            size="lg"
            centered
            fullScreen={isCompact}
            closeButtonProps={{ 'aria-label': 'Close' }}
          >
            <Deferred until="painted" fallback={<PageLoading />}>
              <Suspense fallback={<PageLoading />}>
                <AccountPicker
                  tree={tree}
                  offices={offices}
                  hidden={hidden}
                  onCancel={close}
                  onApply={(picked) => {
                    close();
                    // stored at once, because a reload right after the press must not lose it
                    storeHiddenOffices(picked.hidden);
                    // paints the closed dialog before requesting and drawing the new figures
                    afterNextPaint(() => {
                      hideOffices(picked.hidden);
                      onChange(selectionOf(tree, picked.visible, picked.offices));
                    });
                  }}
                />
              </Suspense>
            </Deferred>
          </Modal>
        )}
      </DeferredLayer>
    </>
  );
}

const minShownCharacters = 20;

function SelectorButton({ summary, onClick }: { summary: SelectionSummary; onClick: () => void }) {
  const { name } = summary;
  const selected = thousands(summary.selected);
  const total = thousands(summary.total);
  return (
    <Button
      variant="default"
      onClick={onClick}
      {...preloadCodeOnHover(AccountPicker)}
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
            {summary.hidden > 0 && `, ${thousands(summary.hidden)} hidden`}
          </VisuallyHidden>
        </>
      }
      aria-haspopup="dialog"
      title={name}
      justify="space-between"
      classNames={{ label: classes.label ?? '' }}
    >
      <VisuallyHidden>Accounts: </VisuallyHidden>
      <span className={classes.shown} data-least={Array.from(name).slice(0, minShownCharacters).join('')}>
        <span className={classes.name}>{name}</span>
      </span>
    </Button>
  );
}
