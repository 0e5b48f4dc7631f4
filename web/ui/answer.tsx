import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import classes from './answer.module.css';
import { useHasPageFailure } from './page-failures.tsx';

/** Replaces missing content, with Retry, so that a failure never looks like a zero. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (useHasPageFailure())
    return (
      <Text size="sm" c="dimmed" className={classes.missing ?? ''}>
        Could not be loaded
      </Text>
    );
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title="This could not be loaded"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <Button size="compact-sm" variant="default" className={classes.retry ?? ''} onClick={onRetry}>
          Retry
        </Button>
      </Stack>
    </Alert>
  );
}

/** The answer to draw: the first one in a transition, which React divides into short tasks. */
export function useDrawnAnswer<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data) === undefined ? undefined : data;
}

export function Answer<Data>({
  query,
  skeleton,
  empty,
  isEmpty,
  children,
}: {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}) {
  const answer = useDrawnAnswer(query.data);
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending || answer === undefined) return <div aria-busy="true">{skeleton}</div>;
  if (isEmpty?.(answer)) return <>{empty}</>;
  return <>{children(answer)}</>;
}
