import { Drawer } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Deferred } from './deferred.tsx';
import { useIsDisplayed } from './keep-mounted.tsx';
import { ReportsOwnFailures } from './page-failures.tsx';
import { topDialog } from './page-keys.ts';
import classes from './side-drawer.module.css';

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
  title: ReactNode;
  actions?: ReactNode;
  /** Another drawer above has the focus and Escape. */
  covered?: boolean;
  /** Above another drawer, whichever opened first. */
  above?: boolean;
  /** Name of the content, which takes the focus at first. */
  content?: string;
  children: ReactNode;
}) {
  const header = useRef<HTMLDivElement>(null);
  // every open dialog receives Escape, so lower ones must ignore it
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
      }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        {/* two <header> elements of open drawers would be two banners */}
        <Drawer.Header ref={header} role="none">
          {/* the title names the drawer, so buttons stay outside */}
          <Drawer.Title>{title}</Drawer.Title>
          {actions}
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>
          {/* takes the focus before the content is drawn */}
          <div
            className={classes.body}
            {...(content === undefined
              ? {}
              : { 'data-autofocus': true, 'data-content': content, tabIndex: -1 })}
          >
            <ReportsOwnFailures>
              <Deferred until="painted">{children}</Deferred>
            </ReportsOwnFailures>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
