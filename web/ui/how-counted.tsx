import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './how-counted.module.css';
import { type Tooltip, useTooltip } from './use-tooltip.ts';

/** One number that a figure is made of in the present scope. */
export interface Counted {
  /** What was counted: 'Opportunity calls that staff answered'. */
  name: string;
  /** As shown. */
  value: string;
  /** Opens the rows that were counted; absent where there is no list of just these. */
  onOpen?: (() => void) | undefined;
}

interface Explained {
  /** The figure's name. */
  title: string;
  /** Its definition. */
  about: ReactNode;
  /** Numerator, denominator, or whatever it is made of; empty while it is loading. */
  counted?: readonly Counted[] | undefined;
}

/**
 * "How is this counted?" of a figure: its definition, on hover; and pressed, the numbers that it is made of in this
 * scope with the way to their rows. Escape closes it and nothing else.
 */
export function HowCounted(explained: Explained) {
  const id = useId();
  const tooltip = useTooltip();
  return <HowCountedButton {...explained} tooltip={tooltip} aboutId={id} buttonProps={tooltip.hoverProps} />;
}

/** The button of {@link HowCounted} where something larger shows the definition too, such as a whole card. */
export function HowCountedButton({
  title,
  about,
  counted = [],
  tooltip,
  aboutId,
  buttonProps = {},
}: Explained & {
  tooltip: Tooltip;
  /** Id of the element with the definition, for what it describes. */
  aboutId: string;
  buttonProps?: Partial<Tooltip['hoverProps']>;
}) {
  const isDialog = tooltip.shown === 'dialog';
  return (
    <>
      <Popover
        opened={tooltip.shown !== null}
        onChange={(next) => !next && tooltip.show(null)}
        width={300}
        shadow="md"
        withArrow
        withRoles={false}
        trapFocus={isDialog}
        returnFocus={isDialog}
        position="bottom"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.button}
            aria-label={`How is this counted? ${title}`}
            aria-describedby={aboutId}
            aria-haspopup="dialog"
            aria-expanded={isDialog}
            onClick={() => tooltip.show(isDialog ? null : 'dialog')}
            {...buttonProps}
          >
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown
          className={classes.text}
          {...(isDialog
            ? { role: 'dialog', 'aria-label': `How is this counted? ${title}` }
            : { 'aria-hidden': true })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // only the dialog closes, not the drawer it stands in
            event.stopPropagation();
            tooltip.show(null);
          }}
          {...tooltip.hoverProps}
        >
          <div tabIndex={-1} data-autofocus>
            {about}
          </div>
          {isDialog && counted.length > 0 && (
            <ul className={classes.counted}>
              {counted.map(({ name, value, onOpen }) => (
                <li key={name}>
                  <span>{name}</span>
                  {onOpen ? (
                    <UnstyledButton
                      className={classes.open}
                      aria-label={`${value}: view ${name}`}
                      onClick={() => {
                        tooltip.show(null);
                        onOpen();
                      }}
                    >
                      {value}
                      <IconArrowRight size={14} stroke={2} aria-hidden />
                    </UnstyledButton>
                  ) : (
                    <span className={classes.value}>{value}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Popover.Dropdown>
      </Popover>
      {/* read with the button, so that the definition needs no opening */}
      <VisuallyHidden id={aboutId}>{about}</VisuallyHidden>
    </>
  );
}
