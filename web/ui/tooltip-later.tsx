import { Tooltip } from '@mantine/core';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTooltip } from './use-tooltip.ts';

/** For the button that has a tooltip. */
type TargetProps = ReturnType<typeof useTooltip>['hoverProps'] &
  ReturnType<typeof useTooltip>['focusProps'] & {
    ref: RefObject<HTMLButtonElement | null>;
    /** The tooltip's text for screen readers, whether it is open or not. */
    'aria-description': string;
  };

/**
 * A tooltip that is mounted while it is open: a row of tabs has many, and each of the library's takes as long to mount as
 * several controls. It opens while a mouse or pen rests on its button, and while that has the keyboard focus.
 */
export function TooltipLater({
  label,
  openDelay = 0,
  children,
}: {
  label: string;
  /** In milliseconds. */
  openDelay?: number;
  /** Renders the button. */
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
