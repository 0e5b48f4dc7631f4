import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './how-counted.module.css';

/** How long the text stays after the pointer left, so that the pointer can reach it. */
const lingerMilliseconds = 150;

/** One number that a figure is made of in the present scope. */
export interface Counted {
  /** What was counted: 'Opportunity calls that staff answered'. */
  name: string;
  /** As shown. */
  value: string;
  /** Opens the rows that were counted; absent where there is no list of just these. */
  onOpen?: (() => void) | undefined;
}

/**
 * "How is this counted?" of a figure: its definition, on hover; and pressed, the numbers that it is made of in this
 * scope with the way to their rows. Escape closes it and nothing else.
 */
export function HowCounted({
  title,
  about,
  counted = [],
}: {
  /** The figure's name. */
  title: string;
  /** Its definition. */
  about: ReactNode;
  /** Numerator, denominator, or whatever it is made of; empty while it is loading. */
  counted?: readonly Counted[] | undefined;
}) {
  const id = useId();
  // 'hover' shows the definition only; 'asked' is a dialog with everything
  const [shown, setShown] = useState<'hover' | 'asked' | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const hover = {
    onPointerEnter: (event: React.PointerEvent) => {
      if (event.pointerType === 'touch') return;
      clearTimeout(closing.current);
      setShown((before) => before ?? 'hover');
    },
    onPointerLeave: (event: React.PointerEvent) => {
      if (event.pointerType === 'touch') return;
      closing.current = setTimeout(
        () => setShown((before) => (before === 'hover' ? null : before)),
        lingerMilliseconds,
      );
    },
  };
  const asked = shown === 'asked';
  return (
    <>
      <Popover
        opened={shown !== null}
        onChange={(next) => !next && setShown(null)}
        width={300}
        shadow="md"
        withArrow
        withRoles={false}
        trapFocus={asked}
        returnFocus={asked}
        position="bottom"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.button}
            aria-label={`How is this counted? ${title}`}
            aria-describedby={id}
            aria-haspopup="dialog"
            aria-expanded={asked}
            onClick={() => setShown(asked ? null : 'asked')}
            {...hover}
          >
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown
          className={classes.text}
          {...(asked
            ? { role: 'dialog', 'aria-label': `How is this counted? ${title}` }
            : { 'aria-hidden': true })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // only the dialog closes, not the drawer it stands in
            event.stopPropagation();
            setShown(null);
          }}
          {...hover}
        >
          <div tabIndex={-1} data-autofocus>
            {about}
          </div>
          {asked && counted.length > 0 && (
            <ul className={classes.counted}>
              {counted.map(({ name, value, onOpen }) => (
                <li key={name}>
                  <span>{name}</span>
                  {onOpen ? (
                    <UnstyledButton
                      className={classes.open}
                      aria-label={`${value}: view ${name}`}
                      onClick={() => {
                        setShown(null);
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
      <VisuallyHidden id={id}>{about}</VisuallyHidden>
    </>
  );
}
