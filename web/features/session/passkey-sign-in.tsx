import { minutes } from '@mailcall/contract/time/durations.ts';
import { Anchor } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed, messageOf } from '../../platform/api.ts';
import { flash } from '../../ui/flash-queue.ts';
import { askForPasskey, cancelPasskey, hasPasskeyAutofill } from './passkeys.ts';

/** Milliseconds before the field gets a new challenge, so that at least half of its lifetime is left. */
const autofillInterval = minutes(4);

const refusals: readonly number[] = [400, 401, 403, 429];

/** Offers passkeys in the email field while mounted; returns a function that restarts the offer. */
function usePasskeyAutofill(onSignedIn: () => void): () => void {
  const arrive = useRef(onSignedIn);
  arrive.current = onSignedIn;
  const isGone = useRef(false);
  const listen = useCallback(async () => {
    try {
      if (!(await hasPasskeyAutofill()) || isGone.current) return;
      if (await askForPasskey({ autofill: true })) arrive.current();
    } catch (error) {
      // a failed offer does not concern a user who types, but a refused passkey does
      if (error instanceof CallFailed && refusals.includes(error.status)) flash('error', error.message);
    }
  }, []);
  useEffect(() => {
    isGone.current = false;
    void listen();
    const timer = setInterval(() => void listen(), autofillInterval);
    return () => {
      isGone.current = true;
      clearInterval(timer);
      cancelPasskey();
    };
  }, [listen]);
  return () => void listen();
}

export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [running, setRunning] = useState(false);
  const listen = usePasskeyAutofill(onSignedIn);
  const press = async () => {
    setRunning(true);
    try {
      if (await askForPasskey()) return onSignedIn();
    } catch (error) {
      flash('error', messageOf(error));
    } finally {
      setRunning(false);
    }
    listen();
  };
  return (
    <>
      {' or '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        c="inherit"
        disabled={running}
        onClick={() => void press()}
      >
        with a passkey
      </Anchor>
    </>
  );
}
