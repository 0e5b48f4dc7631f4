import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';
import { rowAttributes } from '../../ui/page-keys.ts';
import classes from './call-link.module.css';
import { resolveStep } from './resolve-address.ts';

/** What a link to a call opens: its details, or the drawer that resolves it. */
export type CallLinkTarget = 'details' | 'resolve';

/** Opens a call's details, or the drawer that resolves it, over the page; as a link, it can also open in a new window. */
export function CallLink({
  callId,
  row = false,
  strong = false,
  standalone = false,
  opens = 'details',
  children,
}: {
  callId: string;
  /** It opens a row of a list, which `j` and `k` step through. */
  row?: boolean;
  strong?: boolean;
  /** It is not in a list of rows, and must be visible as a link. */
  standalone?: boolean;
  opens?: CallLinkTarget;
  children: ReactNode;
}) {
  // no component of the library: a list has dozens of them
  const shared = {
    ...(row ? rowAttributes(callId) : {}),
    'data-strong': strong || undefined,
    'data-standalone': standalone || undefined,
    className: classes.link ?? '',
    children,
  };
  return opens === 'resolve' ? (
    <Link {...resolveStep(callId)} {...shared} />
  ) : (
    <Link
      to={paths.call(callId)}
      search={(before: Address) => ({ ...before, resolve: undefined })}
      resetScroll={false}
      state={(before) => ({ callsOpened: (before.callsOpened ?? 0) + 1 })}
      {...shared}
    />
  );
}
