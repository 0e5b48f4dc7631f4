import { Drawer } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { topDialog } from './page-keys.ts';
import classes from './side-drawer.module.css';

/** A drawer at the right edge, 40rem wide and the whole screen on phones. Escape closes the top one. */
export function SideDrawer({
  opened,
  onClose,
  title,
  actions = null,
  covered = false,
  above = false,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  /** Names the drawer, for everyone. */
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
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
    <Drawer.Root
      opened={opened}
      onClose={closeOnTop}
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
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        {/* a <header> would be another banner of the page when two drawers are open */}
        <Drawer.Header ref={place} role="none">
          {/* the drawer is named by its title: buttons stand beside it */}
          <Drawer.Title>{title}</Drawer.Title>
          {actions}
          <Drawer.CloseButton aria-label="Close" iconSize={20} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
