import { logout } from '@mailcall/contract/identity.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api.ts';
import { endClientView, useSession } from '../../platform/session-store.ts';
import classes from './client-view-bar.module.css';

async function end(): Promise<void> {
  // the view ends here even if the server does not answer
  await call(logout).catch(() => {});
  endClientView();
}

function useMinutesLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / minutes(1)));
  const [shown, setShown] = useState(left);
  useEffect(() => {
    const clock = setInterval(() => {
      setShown(left());
      if (Date.now() >= until) endClientView();
    }, 1000);
    return () => clearInterval(clock);
  });
  return shown;
}

/** Marks every screen of a client view. */
export function ClientViewBar() {
  const session = useSession();
  const left = useMinutesLeft(session?.expiresAt ?? 0);
  useEffect(() => {
    document.documentElement.dataset['clientView'] = '';
    return () => {
      delete document.documentElement.dataset['clientView'];
    };
  }, []);
  if (!session) return null;
  return (
    <>
      <div className={classes.frame} aria-hidden />
      <aside className={classes.bar} aria-label="View as Client">
        <IconEye size={22} aria-hidden className={classes.icon} />
        <p>
          You see what <strong>{session.profileName}</strong> sees. Nothing can be changed, sent or
          downloaded. Ends in {counted(left, 'minute')}.
        </p>
        <Button color="dark" onClick={() => void end()}>
          End view
        </Button>
      </aside>
    </>
  );
}
