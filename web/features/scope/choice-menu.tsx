import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import classes from './scope-bar.module.css';

export function ChoiceMenu<Value extends string>({
  name,
  icon: Glyph,
  value,
  groups,
  onChoose,
  shown,
  children,
}: {
  name: string;
  icon: Icon;
  value: Value;
  groups: readonly (readonly { value: Value; label: string }[])[];
  onChoose: (value: Value) => void;
  /** Text of the button; the choice's label if absent. */
  shown?: string;
  children?: ReactNode;
}) {
  const currentLabel = shown ?? groups.flat().find((choice) => choice.value === value)?.label ?? value;
  return (
    <Menu position="bottom-start" width={230} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Glyph size={18} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          justify="space-between"
          styles={{ label: { flex: 1, textAlign: 'left' } }}
        >
          <VisuallyHidden>{name}: </VisuallyHidden>
          <span className={classes.label}>{currentLabel}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        {groups.map((choices, index) => (
          <Fragment key={choices[0]?.value}>
            {index > 0 && <Menu.Divider />}
            {choices.map((choice) => (
              <Menu.RadioItem
                key={choice.value}
                value={choice.value}
                checked={choice.value === value}
                closeMenuOnClick
                // also for the current choice: Custom Date Range opens its dialog again
                onClick={() => onChoose(choice.value)}
              >
                {choice.label}
              </Menu.RadioItem>
            ))}
          </Fragment>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
