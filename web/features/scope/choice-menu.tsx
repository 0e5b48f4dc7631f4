import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import classes from './scope-bar.module.css';

/** One choice of several, behind a button that says the present one. Choosing it again counts too. */
export function ChoiceMenu<Value extends string>({
  name,
  icon: Glyph,
  value,
  choices,
  onChoose,
}: {
  /** What is chosen: 'Campaigns'. */
  name: string;
  icon: Icon;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
}) {
  const words = choices.find((choice) => choice.value === value)?.label ?? value;
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
          <span className={classes.words}>{words}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice.value}
            value={choice.value}
            checked={choice.value === value}
            closeMenuOnClick
            // the present choice counts too: Custom Date Range opens its dialog again
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
