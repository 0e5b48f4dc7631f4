import { Anchor } from '@mantine/core';

/** The address of the people who help, to write to. */
export function SupportAddress({ address }: { address: string }) {
  return (
    <Anchor
      href={`mailto:${address}`}
      underline="always"
      c="var(--mailcall-brand-text)"
      style={{ overflowWrap: 'anywhere' }}
    >
      {address}
    </Anchor>
  );
}
