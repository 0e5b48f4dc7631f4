import { ActionIcon, Group } from '@mantine/core';
import { type Icon, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { CallerPanel } from './caller-panel.tsx';
import type { CallerSteps } from './use-caller-controls.ts';

function StepButton({
  label,
  shortcut,
  icon: StepIcon,
  onClick,
}: {
  label: string;
  shortcut: string;
  icon: Icon;
  onClick: () => void;
}) {
  return (
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
    >
      <StepIcon size={20} aria-hidden />
    </ActionIcon>
  );
}

export function CallerDrawer({
  id,
  steps,
  covered,
  onClose,
}: {
  id: string;
  steps: CallerSteps;
  covered: boolean;
  onClose: () => void;
}) {
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title="Caller"
      covered={covered}
      content="caller"
      actions={
        <Group gap={4} wrap="nowrap" mr="xs">
          <StepButton label="Previous caller" shortcut="k" icon={IconChevronUp} onClick={steps.previous} />
          <StepButton label="Next caller" shortcut="j" icon={IconChevronDown} onClick={steps.next} />
        </Group>
      }
    >
      <CallerPanel key={id} id={id} steps={steps} />
    </SideDrawer>
  );
}
