import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Box, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ZoneMap } from '../../ui/map-canvas/zone-map.tsx';
import { type DesignMailing, zoneQuery } from './api.ts';
import classes from './review-screen.module.css';

export function MailingDetails({ mailings }: { mailings: readonly DesignMailing[] }) {
  if (mailings.length === 0) return null;
  return (
    <Paper withBorder p="md" bg="var(--mailcall-card)" component="section" aria-label="Mailing details">
      <Title order={2} size="sm" mb="sm">
        Mailing details
      </Title>
      <Stack gap="lg">
        {mailings.map((mailing) => (
          <MailingFacts key={mailing.id} mailing={mailing} />
        ))}
      </Stack>
    </Paper>
  );
}

function MailingFacts({ mailing }: { mailing: DesignMailing }) {
  const facts = [
    ['Mailing', mailing.title],
    ['Order', mailing.title === mailing.orderNumber ? null : mailing.orderNumber],
    ['Type', mailing.campaignType],
    ['Delivery Week', mailing.deliveryWeek && formatDay(mailing.deliveryWeek)],
    ['Quantity', mailing.quantity === null ? null : thousands(mailing.quantity)],
    [
      mailing.trackingNumbers.length === 1 ? 'Tracking Number' : 'Tracking Numbers',
      mailing.trackingNumbers.map((number) => formatPhone(number)).join(', '),
    ],
    ['Group', mailing.parentAccount],
  ] as const;
  return (
    <div>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <Text component="dt" size="xs" c="dimmed">
                  {name}
                </Text>
                <Text component="dd" size="sm" m={0} className={classes.value ?? ''}>
                  {value}
                </Text>
              </div>
            ),
        )}
      </dl>
      {mailing.mongoId !== null && <MailingZone mailing={mailing} zoneId={mailing.mongoId} />}
    </div>
  );
}

function MailingZone({ mailing, zoneId }: { mailing: DesignMailing; zoneId: string }) {
  const zone = useQuery(zoneQuery(mailing.id, zoneId));
  return (
    <Answer query={zone} skeleton={<Skeleton height={160} mt="sm" />}>
      {(answer) => (
        <Box mt="sm">
          <ZoneMap zone={answer} />
        </Box>
      )}
    </Answer>
  );
}
