import { Button, Stack, Text } from '@mantine/core';
import type { SkipReason } from '@mailcall/contract/scoring.ts';
import type { ScoreOption } from '@mailcall/contract/rules/score-form.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './desk.module.css';

const reasons: readonly { reason: SkipReason; text: string; about: string }[] = [
  {
    reason: 'no recording',
    text: 'There is no recording yet',
    about: 'The call comes back in half an hour.',
  },
  { reason: 'language', text: 'I do not know the language', about: 'People who know it get the call.' },
  { reason: 'technical', text: 'Something does not work', about: 'A scoring lead gets the call.' },
];

export function SkipDialog({
  languages,
  onSkip,
  onClose,
}: {
  languages: readonly ScoreOption[];
  onSkip: (reason: SkipReason, language: string | null) => void;
  onClose: () => void;
}) {
  const [asksLanguage, setAsksLanguage] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asksLanguage) list.current?.querySelector('button')?.focus();
  }, [asksLanguage]);
  const choices = asksLanguage
    ? [
        ...languages.slice(0, 8).map(({ value, label }) => ({
          text: label,
          about: null,
          choose: () => onSkip('language', value),
        })),
        { text: 'I cannot tell', about: null, choose: () => onSkip('language', null) },
      ]
    : reasons.map(({ reason, text, about }) => ({
        text,
        about,
        choose: () => (reason === 'language' ? setAsksLanguage(true) : onSkip(reason, null)),
      }));
  const press = (event: KeyboardEvent) => {
    const choice = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
    if (!choice) return;
    event.preventDefault();
    choice.choose();
  };
  return (
    <Dialog
      title={asksLanguage ? 'Which language does the caller speak?' : 'Skip this call'}
      onClose={onClose}
    >
      <Stack ref={list} gap="xs" className={classes.reasons ?? ''} onKeyDown={press}>
        {choices.map(({ text, about, choose }, index) => (
          <Button
            key={`${asksLanguage} ${text}`}
            variant="default"
            justify="flex-start"
            className={classes.reason ?? ''}
            leftSection={
              <span className={classes.optionKey} aria-hidden>
                {index + 1}
              </span>
            }
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            onClick={choose}
          >
            <span className={classes.reasonText}>
              {text}
              {about !== null && (
                <Text span size="xs" c="dimmed">
                  {about}
                </Text>
              )}
            </span>
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
