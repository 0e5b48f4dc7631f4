import { Tooltip } from '@mantine/core';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTooltip } from './use-tooltip.ts';

type TargetProps = ReturnType<typeof useTooltip>['hoverProps'] &
  ReturnType<typeof useTooltip>['focusProps'] & {
    ref: RefObject<HTMLButtonElement | null>;
    /** Tooltip text for screen readers, even while closed. */
    'aria-description': string | undefined;
  };

/** Mounts only while open, because a row of tabs has many tooltips and each costs as much as several controls. */
export function LazyTooltip({
  label,
  openDelay = 0,
  children,
}: {
  /** Null for no tooltip. */
  label: string | null;
  /** Milliseconds. */
  openDelay?: number;
  children: (props: TargetProps) => ReactNode;
}) {
  const target = useRef<HTMLButtonElement>(null);
  const { content, hoverProps, focusProps } = useTooltip(openDelay);
  return (
    <>
      {children({ ...hoverProps, ...focusProps, ref: target, 'aria-description': label ?? undefined })}
      {content === 'tooltip' && label !== null && (
        <Tooltip target={target} opened label={label} multiline maw={280} transitionProps={{ duration: 0 }} />
      )}
    </>
  );
}
