import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './answer.module.css';

/** Something could not be loaded: says so where it would have stood, with Retry. Never a zero. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
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

/**
 * Shows an answer in each of its states: a skeleton in the shape of what comes, a failure with Retry, the empty text,
 * or the content.
 */
export function Answer<Data>({
  query,
  skeleton,
  empty,
  isEmpty,
  children,
}: {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  /** Shown when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}) {
  if (query.isPending) return <div aria-busy="true">{skeleton}</div>;
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (isEmpty?.(query.data)) return <>{empty}</>;
  return <>{children(query.data)}</>;
}
