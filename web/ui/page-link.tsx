import { Anchor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LoadsAhead } from './loads-ahead.ts';
import classes from './page-link.module.css';

/** A link in the head of a page to another one, with its icon. */
export function PageLink({
  to,
  search,
  icon: LinkIcon,
  ahead,
  on,
  children,
}: {
  to: LinkProps['to'];
  /** What the other page keeps of this one's address. */
  search: unknown;
  icon: Icon;
  /** What is loaded once the press is likely. */
  ahead?: LoadsAhead;
  /** Where it is displayed, if another place of the page leads there elsewhere: phones, or wider windows. */
  on?: 'phones' | 'wide windows';
  children: ReactNode;
}) {
  return (
    <Anchor
      size="sm"
      className={classes.link ?? ''}
      data-on={on}
      renderRoot={(props) => <Link to={to} search={search as never} {...props} {...ahead} />}
    >
      <LinkIcon size={16} aria-hidden />
      {children}
    </Anchor>
  );
}
