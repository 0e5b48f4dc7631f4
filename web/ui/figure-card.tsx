import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useFadeIn } from './brief-motion.ts';
import classes from './figure-card.module.css';
import { type Counted, HowCountedButton } from './how-counted.tsx';
import { useTooltip } from './use-tooltip.ts';

/** Milliseconds a pointer rests on a card before its tooltip opens. */
const tooltipDelay = 300;

/** The link covers the whole card, and hovering explains the figure. Other controls are above the link. */
export function FigureCard({
  title,
  icon,
  figure,
  figureOf,
  badge,
  madeOf,
  change,
  about,
  counted,
  action,
}: {
  title: string;
  icon: ReactNode;
  /** Formatted; null while loading, when the card keeps its size. */
  figure: string | null;
  /** Subject of the figure, such as accounts and dates. */
  figureOf?: unknown;
  badge?: ReactNode;
  madeOf: ReactNode;
  change?: ReactNode;
  about: ReactNode;
  counted?: readonly Counted[] | undefined;
  action: { label: string; link: Pick<LinkProps, 'to' | 'search'> };
}) {
  const aboutId = useId();
  const tooltip = useTooltip(tooltipDelay);
  const shown = useFadeIn<HTMLSpanElement>(figure, figureOf);
  return (
    <article className={classes.card} aria-busy={figure === null} {...tooltip.hoverProps}>
      <div className={classes.head}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <h3 className={classes.title}>{title}</h3>
      </div>
      <div className={classes.figureRow}>
        {figure === null ? (
          <Skeleton height="1.75rem" width="5.5rem" my="0.25rem" />
        ) : (
          <>
            <span ref={shown} className={classes.figure}>
              {figure}
            </span>
            {badge}
          </>
        )}
      </div>
      <div className={classes.madeOf}>
        <div className={classes.text}>
          {figure === null ? <Skeleton height="0.75rem" width="80%" mt="0.25rem" /> : madeOf}
        </div>
        {change}
      </div>
      <div className={classes.foot}>
        <Link
          {...action.link}
          className={classes.action}
          aria-label={`${action.label}: ${title}`}
          aria-describedby={aboutId}
          {...tooltip.focusProps}
        >
          {action.label}
          <IconArrowRight size={14} stroke={2} aria-hidden />
        </Link>
        <HowCountedButton title={title} about={about} counted={counted} tooltip={tooltip} aboutId={aboutId} />
      </div>
    </article>
  );
}
