import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { IconCheck, IconCopy, IconPhone } from '@tabler/icons-react';
import { useEffect } from 'react';
import { toast } from '../../ui/toast.tsx';
import classes from './phone-actions.module.css';

/** Milliseconds that a copied number stays marked. */
const copiedTime = 2000;

/** Dial link with a copy button. `number` is as in the feed; `compact` fits a table row, otherwise a finger. */
export function PhoneActions({
  number,
  compact = false,
  copyable = true,
  onDial,
}: {
  number: string;
  compact?: boolean;
  copyable?: boolean;
  onDial?: () => void;
}) {
  const text = formatPhone(number);
  return (
    <span className={classes.actions} data-compact={compact || undefined}>
      <a
        href={`tel:${number}`}
        className={classes.dial}
        aria-label={`Call ${text}`}
        title={`Call ${text}`}
        onClick={onDial}
      >
        <IconPhone size={compact ? 14 : 15} stroke={2} aria-hidden />
        {text}
      </a>
      {copyable && <CopyNumber text={text} iconSize={compact ? 14 : 16} />}
    </span>
  );
}

function CopyNumber({ text, iconSize }: { text: string; iconSize: number }) {
  const { copy, copied, error } = useClipboard({ timeout: copiedTime });
  useEffect(() => {
    // without HTTPS, browsers forbid writing to the clipboard
    if (error) toast('error', 'The number could not be copied.');
  }, [error]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        className={classes.copy}
        aria-label={`Copy ${text}`}
        title={copied ? 'Copied' : `Copy ${text}`}
        onClick={() => copy(text)}
      >
        {copied ? <IconCheck size={iconSize} aria-hidden /> : <IconCopy size={iconSize} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied ? `Copied ${text}` : ''}</VisuallyHidden>
    </>
  );
}
