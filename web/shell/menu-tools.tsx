import { Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconBookmark,
  IconDeviceDesktop,
  IconKeyboard,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { ViewsDrawer } from '../features/saved-views/index.ts';
import { preloadCodeOnHover } from '../ui/preload.ts';
import classes from './side-menu.module.css';

export const searchKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');

export interface MenuToolActions {
  onKeyHelp: () => void;
  onSearch?: () => void;
  onViews?: () => void;
}

/** Tools as icons: one row, or one column in the collapsed menu. */
export function MenuTools({
  column = false,
  onKeyHelp,
  onSearch,
  onViews,
}: MenuToolActions & { column?: boolean }) {
  return (
    <div role="group" aria-label="Tools" className={classes.tools} data-column={column || undefined}>
      {onSearch && (
        <Tool
          icon={IconSearch}
          label="Search"
          hint={`Search ${searchKeys()}`}
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
        />
      )}
      {onViews && (
        <Tool
          icon={IconBookmark}
          label="Views"
          onClick={onViews}
          aria-haspopup="dialog"
          {...preloadCodeOnHover(ViewsDrawer)}
        />
      )}
      <Tool icon={IconKeyboard} label="Keyboard" onClick={onKeyHelp} aria-keyshortcuts="?" />
      <ColorsTool />
    </div>
  );
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

function ColorsTool() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const index = schemes.findIndex(({ value }) => value === colorScheme);
  const { label, icon } = schemes[index] ?? schemes[2];
  const next = schemes[(index + 1) % schemes.length] ?? schemes[0];
  return (
    <Tool
      icon={icon}
      label={`Colors: ${label}. Change to ${next.label}`}
      hint={`Colors: ${label}`}
      onClick={() => setColorScheme(next.value)}
    />
  );
}

function Tool({
  icon: Glyph,
  label,
  hint = label,
  ...button
}: { icon: Icon; label: string; hint?: string; onClick: () => void } & Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-keyshortcuts'
>) {
  return (
    <Tooltip label={hint} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton className={classes.tool ?? ''} aria-label={label} {...button}>
        <Glyph size={20} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
