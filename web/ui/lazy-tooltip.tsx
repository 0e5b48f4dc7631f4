import { Tooltip } from '@mantine/core';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTooltip } from './use-tooltip.ts';

type TargetProps = ReturnType<typeof useTooltip>['hoverProps'] &
  ReturnType<typeof useTooltip>['focusProps'] & {
    ref: RefObject<HTMLButtonElement | null>;
    /** Tooltip text for screen readers, even while closed. */
    'aria-description': string;
  };

/** Mounts only while open, because a row of tabs has many tooltips and each costs as much as several controls. */
export function LazyTooltip({
  label,
  openDelay = 0,
  children,
}: {
  label: string;
  /** Milliseconds. */
  openDelay?: number;
  children: (props: TargetProps) => ReactNode;
}) {
  const target = useRef<HTMLButtonElement>(null);
  const { content, hoverProps, focusProps } = useTooltip(openDelay);
  return (
    <>
      {children({ ...hoverProps, ...focusProps, ref: target, 'aria-description': label })}
      {content === 'tooltip' && (
        <Tooltip target={target} opened label={label} multiline maw={280} transitionProps={{ duration: 0 }} />
      )}
    </>
  );
}
