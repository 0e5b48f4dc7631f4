import { Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './figure-card.module.css';
import { type Counted, HowCounted } from './how-counted.tsx';

/** One figure: what it is, how much, what it is made of, and the way to the rows behind it. */
export function FigureCard({
  title,
  icon,
  figure,
  badge,
  madeOf,
  about,
  counted,
  action,
}: {
  title: string;
  /** In the colour of what is counted; decoration. */
  icon: ReactNode;
  /** As shown; null while it is loading: the card keeps its size. */
  figure: string | null;
  /** A second, related figure. */
  badge?: ReactNode;
  madeOf: ReactNode;
  /** How it is counted. */
  about: ReactNode;
  /** What it is made of, with the way to the rows. */
  counted?: readonly Counted[] | undefined;
  action: { label: string; onClick: () => void };
}) {
  return (
    <article className={classes.card} aria-busy={figure === null}>
      <div className={classes.head}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <Title order={3} className={classes.title}>
          {title}
        </Title>
      </div>
      <div className={classes.figureRow}>
        {figure === null ? (
          <Skeleton height="1.75rem" width="5.5rem" my="0.25rem" />
        ) : (
          <>
            <span className={classes.figure}>{figure}</span>
            {badge}
          </>
        )}
      </div>
      <Text component="div" size="xs" c="dimmed" className={classes.madeOf}>
        {figure === null ? <Skeleton height="0.75rem" width="80%" mt="0.25rem" /> : madeOf}
      </Text>
      <div className={classes.foot}>
        <UnstyledButton
          className={classes.action}
          onClick={action.onClick}
          aria-label={`${action.label}: ${title}`}
        >
          {action.label}
          <IconArrowRight size={14} stroke={2} aria-hidden />
        </UnstyledButton>
        <HowCounted title={title} about={about} counted={counted} />
      </div>
    </article>
  );
}
