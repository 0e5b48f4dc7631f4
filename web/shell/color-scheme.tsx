import {
  Center,
  SegmentedControl,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './side-menu.module.css';

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

export function ColorSchemeControl({ collapsed }: { collapsed: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!collapsed) {
    return (
      <SegmentedControl
        fullWidth
        aria-label="Colors"
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={schemes.map(({ value, label, icon: Glyph }) => ({
          value,
          label: (
            <Tooltip label={label}>
              <Center h={24}>
                <Glyph size={18} stroke={1.75} aria-hidden />
                <VisuallyHidden>{label}</VisuallyHidden>
              </Center>
            </Tooltip>
          ),
        }))}
      />
    );
  }
  const index = Math.max(
    0,
    schemes.findIndex(({ value }) => value === colorScheme),
  );
  const { label, icon: Glyph } = schemes[index] ?? schemes[2];
  const next = schemes[(index + 1) % schemes.length] ?? schemes[0];
  return (
    <Tooltip label={`Colors: ${label}`} position="right" events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton className={classes.entry ?? ''} onClick={() => setColorScheme(next.value)}>
        <Glyph size={20} stroke={1.75} aria-hidden />
        <VisuallyHidden>{`Colors: ${label}. Change to ${next.label}`}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  );
}
