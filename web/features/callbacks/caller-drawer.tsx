import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { CallerPanel } from './caller-panel.tsx';
import type { CallerSteps } from './use-caller-controls.ts';

/** A caller in a drawer over the list, where there is no room beside it. */
export function CallerDrawer({
  id,
  steps,
  covered,
  onClose,
}: {
  id: string;
  steps: CallerSteps;
  /** The form that resolves the calls is on top of it. */
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
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label="Previous caller"
            aria-keyshortcuts="k"
            onClick={steps.previous}
          >
            <IconChevronUp size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label="Next caller"
            aria-keyshortcuts="j"
            onClick={steps.next}
          >
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </Group>
      }
    >
      <CallerPanel key={id} id={id} steps={steps} />
    </SideDrawer>
  );
}
