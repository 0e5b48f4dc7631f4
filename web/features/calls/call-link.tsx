import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { rowMark } from '../../ui/page-keys.ts';

/** Opens a call's details over what is shown; as a link, so that it opens in another window too. */
export function CallLink({
  callId,
  row = false,
  strong = false,
  children,
}: {
  callId: string;
  /** It opens a row of a list, which `j` and `k` step through. */
  row?: boolean;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <Anchor
      {...(row ? rowMark(callId) : {})}
      c="inherit"
      fw={strong ? 600 : 500}
      fz="inherit"
      underline="hover"
      renderRoot={(props) => (
        <Link
          to={paths.call(callId)}
          search={true as never}
          resetScroll={false}
          state={(before) => ({ callsOpened: (before.callsOpened ?? 0) + 1 })}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  );
}
