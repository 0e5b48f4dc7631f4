import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type DatePreset,
  datePresetLabels,
  datePresets,
  type DateSpan,
} from '@mailcall/contract/scope/date-range.ts';
import type { Scope } from '@mailcall/contract/scope/scope.ts';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ChoiceMenu } from './choice-menu.tsx';

const DateRangeChoice = lazy(() =>
  import('./date-range-choice.tsx').then((module) => ({ default: module.DateRangeChoice })),
);

const choices = datePresets.map((value) => ({ value, label: datePresetLabels[value] }));

/** The date presets; the last one opens the Custom Date Range dialog. */
export function DateChoice({
  scope,
  onChange,
}: {
  scope: Scope;
  onChange: (dates: { preset: DatePreset; custom: DateSpan | null }) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ChoiceMenu
        name="Dates"
        icon={IconCalendar}
        value={scope.preset}
        choices={choices}
        onChoose={(preset) => (preset === 'custom' ? open() : onChange({ preset, custom: null }))}
      />
      <Modal
        opened={opened}
        onClose={close}
        title="Custom Date Range"
        size="auto"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Suspense fallback={<PageLoading />}>
          <DateRangeChoice
            span={scope.custom}
            onCancel={close}
            onApply={(custom) => {
              onChange({ preset: 'custom', custom });
              close();
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}
