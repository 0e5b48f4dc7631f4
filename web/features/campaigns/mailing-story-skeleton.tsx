import { Skeleton, Stack } from '@mantine/core';

export function StorySkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton height="6.5rem" />
      <Skeleton height="21rem" />
      <Skeleton height="12rem" />
    </Stack>
  );
}
