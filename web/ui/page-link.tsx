import { Anchor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PreloadHandlers } from './preload.ts';
import classes from './page-link.module.css';

export function PageLink({
  to,
  search,
  icon: LinkIcon,
  preload,
  on,
  children,
}: {
  to: LinkProps['to'];
  search: unknown;
  icon: Icon;
  preload?: PreloadHandlers;
  /** Where it is shown, if another link exists elsewhere: phones or wider windows. */
  on?: 'phones' | 'wide windows';
  children: ReactNode;
}) {
  return (
    <Anchor
      size="sm"
      className={classes.link ?? ''}
      data-on={on}
      renderRoot={(props) => <Link to={to} search={search as never} {...props} {...preload} />}
    >
      <LinkIcon size={16} aria-hidden />
      {children}
    </Anchor>
  );
}
