import { Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-card.module.css';

export function EmptyCard({ text, children }: { text: string | null; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <IconInbox size={28} stroke={1.25} aria-hidden />
      <Text size="sm">{text ?? 'No data for these accounts and dates'}</Text>
      {children}
    </div>
  );
}
