import { Popover, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import classes from './how-counted.module.css';
import { HiddenText } from './hidden-text.tsx';
import { PlainButton } from './plain-button.tsx';
import { type Tooltip, useTooltip } from './use-tooltip.ts';

export interface Counted {
  name: string;
  value: string;
  /** Opens the counted rows; absent if no list has exactly these. */
  onOpen?: (() => void) | undefined;
}

interface Explained {
  title: string;
  about: ReactNode;
  /** Numerator, denominator and other parts; absent while loading. */
  counted?: readonly Counted[] | undefined;
}

/** Hover shows the definition; a press adds the numbers in this scope. Escape closes only this. */
export function HowCounted(explained: Explained) {
  const id = useId();
  const tooltip = useTooltip();
  return <HowCountedButton {...explained} tooltip={tooltip} aboutId={id} buttonProps={tooltip.hoverProps} />;
}

/** Button of {@link HowCounted} inside something larger that also opens the tooltip, such as a card. */
export function HowCountedButton({
  title,
  about,
  counted,
  tooltip,
  aboutId,
  buttonProps = {},
}: Explained & {
  tooltip: Tooltip;
  aboutId: string;
  buttonProps?: Partial<Tooltip['hoverProps']>;
}) {
  const isDialog = tooltip.content === 'dialog';
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className={classes.place}>
      <PlainButton
        ref={button}
        className={classes.button}
        aria-label={`How is this counted? ${title}`}
        aria-describedby={aboutId}
        aria-haspopup="dialog"
        aria-expanded={isDialog}
        onClick={() => tooltip.show(isDialog ? null : 'dialog')}
        {...buttonProps}
      >
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      </PlainButton>
      {tooltip.content !== null && (
        <Explanation title={title} about={about} counted={counted} tooltip={tooltip} button={button} />
      )}
      {/* read aloud with the button, so that the definition need not be opened */}
      <HiddenText id={aboutId}>{about}</HiddenText>
    </span>
  );
}

/** Content of the button, mounted when opened because a screen has dozens of these buttons. */
function Explanation({
  title,
  about,
  counted = [],
  tooltip,
  button,
}: Explained & { tooltip: Tooltip; button: RefObject<HTMLButtonElement | null> }) {
  const isDialog = tooltip.content === 'dialog';
  const text = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => tooltip.show(null));
  useEffect(() => {
    if (!isDialog) return;
    const closeOutside = ({ target }: Event) => {
      const inside = [text, button].some(
        ({ current }) => target instanceof Node && current?.contains(target) === true,
      );
      if (!inside) close();
    };
    // wherever the focus is, because it enters the dialog a moment after the press
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // closes only the dialog, not the drawer around it
      event.stopPropagation();
      close();
      button.current?.focus({ preventScroll: true });
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByEscape, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByEscape, { capture: true });
    };
  }, [isDialog, button]);
  return (
    <Popover
      opened
      width={300}
      shadow="md"
      withArrow
      withRoles={false}
      trapFocus={isDialog}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom"
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        ref={text}
        className={classes.text}
        {...(isDialog
          ? { role: 'dialog', 'aria-label': `How is this counted? ${title}` }
          : { 'aria-hidden': true })}
        {...tooltip.hoverProps}
      >
        <div tabIndex={-1} data-autofocus>
          {about}
        </div>
        {isDialog && <CountedList counted={counted} onClose={() => tooltip.show(null)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function CountedList({ counted, onClose }: { counted: readonly Counted[]; onClose: () => void }) {
  if (counted.length === 0) return null;
  return (
    <ul className={classes.counted}>
      {counted.map(({ name, value, onOpen }) => (
        <li key={name}>
          <span>{name}</span>
          {onOpen ? (
            <UnstyledButton
              className={classes.open}
              aria-label={`${value}: view ${name}`}
              onClick={() => {
                onClose();
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
  );
}
