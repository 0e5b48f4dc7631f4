import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { type Scope, writtenComparison } from '@mailcall/contract/scope/scope.ts';
import { IconCalendar } from '@tabler/icons-react';
import { memo } from 'react';
import { rowDay } from '../../ui/dates.ts';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import { CustomRangeDialog } from './custom-range-dialog.tsx';
import { compareWithTitle, comparisonOptions, dateChoiceGroups } from './date-choices.ts';

const chosenDays = ({ startDate, endDate }: DateRange) =>
  startDate === endDate ? rowDay(startDate) : `${rowDay(startDate)} – ${rowDay(endDate)}`;

export function DateMenu({
  scope,
  today,
  onChange,
}: {
  scope: Scope;
  today: DateRange;
  onChange: (dates: Partial<Pick<Scope, 'preset' | 'custom' | 'compareWith'>>) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ChoiceMenu
        name="Dates"
        icon={IconCalendar}
        value={scope.preset}
        groups={dateChoiceGroups}
        {...(scope.custom && { shown: chosenDays(scope.custom) })}
        onChoose={(preset) => (preset === 'custom' ? open() : onChange({ preset, custom: null }))}
      >
        {scope.preset !== 'all' && (
          <>
            <Menu.Divider />
            <Menu.Label>{compareWithTitle}</Menu.Label>
            {comparisonOptions.map(({ value, label }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                checked={value === (scope.compareWith ?? 'before')}
                closeMenuOnClick
                onClick={() => onChange({ compareWith: writtenComparison(value) })}
              >
                {label}
              </Menu.RadioItem>
            ))}
          </>
        )}
      </ChoiceMenu>
      <DateDialog opened={opened} custom={scope.custom} today={today} close={close} onChange={onChange} />
    </>
  );
}

// changed dates do not render the closed dialog again
const DateDialog = memo(
  ({
    opened,
    custom,
    today,
    close,
    onChange,
  }: {
    opened: boolean;
    custom: Scope['custom'];
    today: DateRange;
    close: () => void;
    onChange: (dates: Pick<Scope, 'preset' | 'custom'>) => void;
  }) => (
    <DeferredLayer opened={opened}>
      {(isOpen) => (
        <CustomRangeDialog
          opened={isOpen}
          initialRange={custom}
          today={today}
          onClose={close}
          onApply={(range) => onChange({ preset: 'custom', custom: range })}
        />
      )}
    </DeferredLayer>
  ),
);
