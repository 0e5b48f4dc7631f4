import { Skeleton, Stack } from '@mantine/core';

/** In place of the results of a mailing while they are loading. */
export function StorySkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton height="6.5rem" />
      <Skeleton height="21rem" />
      <Skeleton height="12rem" />
    </Stack>
  );
}
