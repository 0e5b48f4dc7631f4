import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { IconCheck, IconCopy, IconPhone } from '@tabler/icons-react';
import { useEffect } from 'react';
import { toast } from '../../ui/toast.tsx';
import classes from './phone-actions.module.css';

/** How long a copied number is marked as copied, in milliseconds. */
const copiedTime = 2000;

/** A phone number as a link that dials it, with a button that copies it. `number` is as the feed has it. */
export function PhoneActions({ number }: { number: string }) {
  const text = formatPhone(number);
  return (
    <span className={classes.actions}>
      <a href={`tel:${number}`} className={classes.dial} aria-label={`Call ${text}`} title={`Call ${text}`}>
        <IconPhone size={15} stroke={2} aria-hidden />
        {text}
      </a>
      <CopyNumber text={text} />
    </span>
  );
}

function CopyNumber({ text }: { text: string }) {
  const { copy, copied, error } = useClipboard({ timeout: copiedTime });
  useEffect(() => {
    // without HTTPS, browsers let no page write to the clipboard
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
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied ? `Copied ${text}` : ''}</VisuallyHidden>
    </>
  );
}
