import { Drawer } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { AfterPaint } from './after-paint.tsx';
import { useIsDisplayed } from './is-displayed.ts';
import { TellsOwnFailures } from './page-failures.tsx';
import { topDialog } from './page-keys.ts';
import classes from './side-drawer.module.css';

/** A drawer at the right edge, 40rem wide and the full screen on phones. Escape closes the top one. */
export function SideDrawer({
  opened,
  onClose,
  title,
  actions = null,
  covered = false,
  above = false,
  content,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  /** Names the drawer, for everyone. */
  title: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Another drawer is on top of this one and has the focus and Escape. */
  covered?: boolean;
  /** It is on top of another drawer, whichever opened first. */
  above?: boolean;
  /** The focus starts on the content, outside its controls; with the name by which it is found. */
  content?: string;
  children: ReactNode;
}) {
  const header = useRef<HTMLDivElement>(null);
  // every open dialog receives Escape: one below another stays open
  const closeOnTop = () => {
    if (!header.current || topDialog()?.contains(header.current)) onClose();
  };
  if (!useIsDisplayed()) return null;
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
        <Drawer.Header ref={header} role="none">
          {/* the title names the drawer: buttons are next to it, not in it */}
          <Drawer.Title>{title}</Drawer.Title>
          {actions}
          <Drawer.CloseButton aria-label="Close" iconSize={20} />
        </Drawer.Header>
        <Drawer.Body>
          {/* the focus is moved before the content is drawn */}
          <div
            className={classes.body}
            {...(content === undefined
              ? {}
              : { 'data-autofocus': true, 'data-content': content, tabIndex: -1 })}
          >
            <TellsOwnFailures>
              <AfterPaint>{children}</AfterPaint>
            </TellsOwnFailures>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
