import { Drawer } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { topDialog } from './page-keys.ts';
import classes from './side-drawer.module.css';

/** A drawer at the right edge, 40rem wide and the whole screen on phones (spec 2 §9). Escape closes the top one. */
export function SideDrawer({
  opened,
  onClose,
  title,
  covered = false,
  above = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  /** Names the drawer, for everyone. */
  title: ReactNode;
  /** Another drawer lies over this one: Escape and the focus are that one's. */
  covered?: boolean;
  /** It lies over another drawer, whichever was there first. */
  above?: boolean;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  // every open dialog hears Escape: one that has another above it stays
  const closeOnTop = () => {
    if (!place.current || topDialog()?.contains(place.current)) onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={closeOnTop}
      title={<div ref={place}>{title}</div>}
      position="right"
      size="40rem"
      padding="lg"
      closeOnEscape={!covered}
      trapFocus={!covered}
      zIndex={above ? 201 : 200}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        close: classes.close,
      }}
      // its <header> would be another banner of the page when two drawers are open
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close', iconSize: 20 }}
      overlayProps={{ backgroundOpacity: 0.4 }}
    >
      {children}
    </Drawer>
  );
}
