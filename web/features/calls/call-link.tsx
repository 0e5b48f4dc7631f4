import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import type { Address } from '../../platform/address.ts';
import { rowMark } from '../../ui/page-keys.ts';
import { resolveStep } from './resolve-address.ts';

/** Where a link to a call leads: to its details, or to resolving it. */
export type CallLinkTarget = 'details' | 'resolve';

/** Opens a call's details, or the drawer to resolve it, over what is shown; as a link, so that it opens in another window too. */
export function CallLink({
  callId,
  row = false,
  strong = false,
  alone = false,
  opens = 'details',
  children,
}: {
  callId: string;
  /** It opens a row of a list, which `j` and `k` step through. */
  row?: boolean;
  strong?: boolean;
  /** It stands among no other rows, and must be seen to be a link. */
  alone?: boolean;
  opens?: CallLinkTarget;
  children: ReactNode;
}) {
  return (
    <Anchor
      {...(row ? rowMark(callId) : {})}
      {...(alone ? {} : { c: 'inherit' })}
      fw={strong ? 600 : 500}
      fz="inherit"
      underline={alone ? 'always' : 'hover'}
      renderRoot={(props) =>
        opens === 'resolve' ? (
          <Link {...resolveStep(callId)} {...props} />
        ) : (
          <Link
            to={paths.call(callId)}
            search={((before: Address) => ({ ...before, resolve: undefined })) as never}
            resetScroll={false}
            state={(before) => ({ callsOpened: (before.callsOpened ?? 0) + 1 })}
            {...props}
          />
        )
      }
    >
      {children}
    </Anchor>
  );
}
