import { Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCards, IconGift } from '@tabler/icons-react';
import type { ReferralOffer } from '@mailcall/contract/provider.ts';
import { pageTexts } from '../../ui/page-texts.ts';
import classes from './entrance.module.css';
import { ReferralLinks } from './referral-links.tsx';

export function ReferralPanel({ offer }: { offer: ReferralOffer }) {
  const { reward, cards } = offer;
  const offers = [
    {
      icon: IconGift,
      title: `$${reward} for you`,
      text: `${reward} dollars for each customer you refer who signs up. Paid when they send their first mailing.`,
    },
    {
      icon: IconCards,
      title: `${cards} cards for them`,
      text: `Your friend starts with ${cards} free handout cards.`,
    },
  ];
  return (
    <aside className={classes.panel} aria-labelledby="referral-title">
      <Stack gap="xl" maw={440}>
        <Stack gap="xs">
          <Title order={2} id="referral-title" className={classes.promise}>
            {pageTexts.referral.promise}
          </Title>
          <Text c="dimmed" size="lg">
            {pageTexts.referral.offer}
          </Text>
        </Stack>
        {offers.map(({ icon: Icon, title, text }) => (
          <Group key={title} gap="md" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" size={44} radius="md">
              <Icon aria-hidden />
            </ThemeIcon>
            <div>
              <Text fw={600} size="lg">
                {title}
              </Text>
              <Text c="dimmed">{text}</Text>
            </div>
          </Group>
        ))}
        <ReferralLinks offer={offer} />
      </Stack>
    </aside>
  );
}
