import { useDisclosure } from '@mantine/hooks';
import type { Scope } from '@mailcall/contract/scope/scope.ts';
import { IconCalendar } from '@tabler/icons-react';
import { LayerLater } from '../../ui/layer-later.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import { CustomRangeDialog } from './custom-range-dialog.tsx';
import { dateChoiceGroups } from './date-choices.ts';

/** The menu of date presets and shortcuts; the last choice opens the Custom Date Range dialog. */
export function DateMenu({
  scope,
  onChange,
}: {
  scope: Scope;
  onChange: (dates: Pick<Scope, 'preset' | 'custom'>) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ChoiceMenu
        name="Dates"
        icon={IconCalendar}
        value={scope.preset}
        groups={dateChoiceGroups}
        onChoose={(preset) => (preset === 'custom' ? open() : onChange({ preset, custom: null }))}
      />
      <LayerLater opened={opened}>
        {(isOpen) => (
          <CustomRangeDialog
            opened={isOpen}
            initialRange={scope.custom}
            onClose={close}
            onApply={(custom) => onChange({ preset: 'custom', custom })}
          />
        )}
      </LayerLater>
    </>
  );
}
