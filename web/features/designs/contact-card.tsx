import type { Design } from '@mailcall/contract/designs.ts';
import { mailtoUrl } from '@mailcall/contract/rules/email.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { Anchor, Avatar, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { imageUrl } from './api.ts';
import classes from './review-screen.module.css';

export function ContactCard({ contact }: { contact: NonNullable<Design['salesContact']> }) {
  const { name, position, email, phone, avatarUrl } = contact;
  return (
    <Paper withBorder p="md" bg="var(--mailcall-card)" component="section" aria-label="Your contact">
      <Title order={2} size="sm" mb="sm">
        Your contact
      </Title>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <Avatar
          src={avatarUrl === null ? null : imageUrl(avatarUrl)}
          alt=""
          name={name}
          size={56}
          radius="xl"
        />
        <Stack gap={2} miw={0}>
          <Text fw={600}>{name}</Text>
          {position !== null && (
            <Text size="sm" c="dimmed">
              {position}
            </Text>
          )}
          {email !== null && (
            <Anchor href={mailtoUrl(email)} size="sm" className={classes.link ?? ''}>
              {email}
            </Anchor>
          )}
          {phone !== null && (
            <Anchor href={`tel:${phone}`} size="sm" className={classes.link ?? ''}>
              {formatPhone(phone)}
            </Anchor>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
