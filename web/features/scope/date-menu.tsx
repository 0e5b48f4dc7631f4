import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type DatePreset,
  datePresetLabels,
  datePresets,
  type DateRange,
} from '@mailcall/contract/scope/date-range.ts';
import type { Scope } from '@mailcall/contract/scope/scope.ts';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ChoiceMenu } from './choice-menu.tsx';

const DateRangePicker = lazy(() =>
  import('./date-range-picker.tsx').then((module) => ({ default: module.DateRangePicker })),
);

const presetChoices = datePresets.map((value) => ({ value, label: datePresetLabels[value] }));

/** The menu of date presets; the last one opens the Custom Date Range dialog. */
export function DateMenu({
  scope,
  onChange,
}: {
  scope: Scope;
  onChange: (dates: { preset: DatePreset; custom: DateRange | null }) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ChoiceMenu
        name="Dates"
        icon={IconCalendar}
        value={scope.preset}
        choices={presetChoices}
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
          <DateRangePicker
            initialRange={scope.custom}
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
