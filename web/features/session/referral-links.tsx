import { Anchor, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReferralOffer } from '@mailcall/contract/provider.ts';

export function ReferralLinks({ offer: { refer, details } }: { offer: ReferralOffer }) {
  const links = [
    { label: 'Refer a friend', url: refer },
    { label: 'About the offer', url: details },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));
  if (links.length === 0) return null;
  return (
    <Group gap="0 12px" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Referral pages">
      {links.map(({ label, url }) => (
        <li key={label}>
          <Anchor
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            fw={600}
            c="var(--mailcall-brand-text)"
            style={{ display: 'inline-flex', alignItems: 'center', gap: 6, minHeight: 44 }}
          >
            {label}
            <IconExternalLink size={16} aria-label="(opens a new tab)" />
          </Anchor>
        </li>
      ))}
    </Group>
  );
}
