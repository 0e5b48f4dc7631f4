import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';
import { rowAttributes } from '../../ui/page-keys.ts';
import classes from './call-link.module.css';
import { resolveStep } from './resolve-address.ts';

export type CallLinkTarget = 'details' | 'resolve';

export function CallLink({
  callId,
  row = false,
  strong = false,
  standalone = false,
  opens = 'details',
  children,
}: {
  callId: string;
  /** Opens a list row; `j` and `k` step through such links. */
  row?: boolean;
  strong?: boolean;
  standalone?: boolean;
  opens?: CallLinkTarget;
  children: ReactNode;
}) {
  // plain element: a list has dozens of them
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
