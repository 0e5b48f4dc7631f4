import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Query, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import classes from './answer.module.css';

/** Minimum failed requests for one common message instead of one per card. */
const minFailures = 3;

export function haveMostFailed(failed: number, total: number): boolean {
  return failed >= minFailures && failed * 2 > total;
}

const HasPageFailure = createContext(false);

/** Layers over the page report their own failures, because they cover the page's message. */
export const ReportsOwnFailures = ({ children }: { children: ReactNode }) => (
  <HasPageFailure.Provider value={false}>{children}</HasPageFailure.Provider>
);

export const useHasPageFailure = (): boolean => useContext(HasPageFailure);

const hasFailed = ({ state }: Query) => state.status === 'error';
const hasAnswered = ({ state }: Query) => state.status !== 'pending';

function useMostFailed(): string | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  return useSyncExternalStore(subscribe, () => {
    // queries still loading may be the rest of a page that requests in sequence
    const active = cache.findAll({ type: 'active', predicate: hasAnswered });
    const failed = active.filter(hasFailed);
    return haveMostFailed(failed.length, active.length) ? (failed[0]?.state.error?.message ?? '') : null;
  });
}

/** A page with its requests. If most fail, one message at the top offers Retry for all; it stays during the retry. */
export function PageFailures({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const reason = useMostFailed();
  const [retried, setRetried] = useState<string | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const shown = reason ?? retried;
  const retry = async () => {
    if (retried !== null || reason === null) return;
    setRetried(reason);
    await client.refetchQueries({ type: 'active', predicate: hasFailed });
    setRetried(null);
  };
  const wasShown = useRef(false);
  useEffect(() => {
    // the button disappears with the message, so the focus moves to the page
    if (wasShown.current && shown === null && document.activeElement === document.body)
      content.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    wasShown.current = shown !== null;
  }, [shown]);
  return (
    <>
      {shown === null ? null : (
        <Alert
          color="red"
          variant="light"
          mb="md"
          icon={<IconAlertTriangle aria-hidden />}
          role="alert"
          title="Most of this page could not be loaded"
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{shown}</Text>
            <Button
              size="compact-sm"
              variant="default"
              className={classes.retry ?? ''}
              // not disabled, to keep the focus
              aria-disabled={retried !== null}
              onClick={() => void retry()}
            >
              {retried === null ? 'Retry' : 'Retrying...'}
            </Button>
          </Stack>
        </Alert>
      )}
      <HasPageFailure.Provider value={shown !== null}>
        <div ref={content} style={{ display: 'contents' }}>
          {children}
        </div>
      </HasPageFailure.Provider>
    </>
  );
}
