import { Anchor } from '@mantine/core';

/** A mail link to the support address. */
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
