import { Text } from '@mantine/core';

/** Below a field: what another person, or the feed, saved while this one typed. */
export function ChangedMeanwhile({
  typed,
  now,
  format = (value) => value,
}: {
  /** `before`: the value that the person saw. */
  typed: { value: string; before: string | null } | undefined;
  now: string | null;
  format?: (value: string) => string;
}) {
  const isTheirs = typed !== undefined && (typed.before ?? '') !== (now ?? '');
  if (!isTheirs || typed.value === (now ?? '')) return null;
  return (
    <Text size="sm" role="status">
      Changed meanwhile to {now ? format(now) : 'nothing'}. What you typed is not saved yet.
    </Text>
  );
}
