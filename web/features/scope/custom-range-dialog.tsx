import { Modal } from '@mantine/core';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';

const DateRangePicker = lazy(() =>
  import('./date-range-picker.tsx').then((module) => ({ default: module.DateRangePicker })),
);

export function CustomRangeDialog({
  opened,
  initialRange,
  today,
  onClose,
  onApply,
}: {
  opened: boolean;
  initialRange: DateRange | null;
  /** Current days at the offices; the calendar marks the newest. */
  today: DateRange;
  onClose: () => void;
  onApply: (range: DateRange) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Custom Date Range"
      size="auto"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Suspense fallback={<PageLoading />}>
        <DateRangePicker
          initialRange={initialRange}
          today={today.endDate}
          onCancel={onClose}
          onApply={(range) => {
            onApply(range);
            onClose();
          }}
        />
      </Suspense>
    </Modal>
  );
}
