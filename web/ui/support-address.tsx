import { Anchor } from '@mantine/core';
import { mailtoUrl } from '@mailcall/contract/rules/email.ts';

export function SupportAddress({ address }: { address: string }) {
  return (
    <Anchor
      href={mailtoUrl(address)}
      underline="always"
      c="var(--mailcall-brand-text)"
      style={{ overflowWrap: 'anywhere' }}
    >
      {address}
    </Anchor>
  );
}
