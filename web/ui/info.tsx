import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './info.module.css';

/** How long the text stays after the pointer left, so that the pointer can reach it. */
const lingerMilliseconds = 150;

/**
 * A small text that explains something, behind an (i): opens on hover, on click or touch, and by keyboard; Escape
 * closes it. Screen readers get the text with the button.
 */
export function Info({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  // a click keeps the text open when the pointer leaves
  const [pinned, setPinned] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const close = () => {
    setOpened(false);
    setPinned(false);
  };
  const hover = {
    onPointerEnter: (event: React.PointerEvent) => {
      if (event.pointerType === 'touch') return;
      clearTimeout(closing.current);
      setOpened(true);
    },
    onPointerLeave: (event: React.PointerEvent) => {
      if (event.pointerType === 'touch' || pinned) return;
      closing.current = setTimeout(() => setOpened(false), lingerMilliseconds);
    },
  };
  return (
    <>
      <Popover
        opened={opened}
        onChange={(next) => !next && close()}
        width={280}
        shadow="md"
        withArrow
        withRoles={false}
        position="bottom"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.button}
            aria-label={label}
            aria-describedby={id}
            aria-expanded={opened}
            onClick={() => {
              setOpened(!pinned);
              setPinned(!pinned);
            }}
            onBlur={close}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !opened) return;
              // only the text closes, not the drawer it stands in
              event.stopPropagation();
              close();
            }}
            {...hover}
          >
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.text} aria-hidden {...hover}>
          {children}
        </Popover.Dropdown>
      </Popover>
      {/* what is seen is hidden from screen readers: they have read this already */}
      <VisuallyHidden id={id}>{children}</VisuallyHidden>
    </>
  );
}
