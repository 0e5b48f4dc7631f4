import { CloseButton, Text } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { ReferralLinks } from '../features/session/index.ts';
import { config } from '../platform/config.ts';
import classes from './referral-banner.module.css';

/** Local storage key; `false` means that the banner was dismissed. */
const storageKey = 'showBanner';

function isDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'false';
  } catch {
    return false;
  }
}

export function ReferralBanner() {
  const [isHidden, setDismissed] = useState(isDismissed);
  const { referral } = config().provider;
  if (isHidden || !referral) return null;
  const { reward, cards } = referral;
  const dismiss = () => {
    try {
      localStorage.setItem(storageKey, 'false');
    } catch {
      // storage is full or forbidden; the banner returns on the next visit
    }
    setDismissed(true);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section className={classes.banner} aria-label="Refer a friend">
      <IconGift size={24} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.offer}>
        <Text fw={600}>{`Refer a friend and get $${reward}`}</Text>
        <Text size="sm" c="dimmed">
          {reward} dollars for each customer you refer who signs up. Paid when they send their first mailing.
          Your friend starts with {cards} free handout cards.
        </Text>
        <ReferralLinks offer={referral} />
      </div>
      <CloseButton
        aria-label="Dismiss the referral offer"
        size={44}
        iconSize={18}
        className={classes.close ?? ''}
        onClick={dismiss}
      />
    </section>
  );
}
