import { maxCommentLength } from '@mailcall/contract/review-comments.ts';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { messageOf } from './api.ts';
import classes from './comments.module.css';
import { useNoteWriting } from './writing.tsx';

/** Writes a comment, an answer or a change of one. What was typed stays when it could not be saved. */
export function CommentForm({
  label,
  placeholder,
  before = '',
  send,
  onSave,
  onCancel,
}: {
  /** Names the field, for everyone who does not see where it stands. */
  label: string;
  placeholder?: string;
  /** The words to change. */
  before?: string;
  /** What the button says. */
  send: string;
  onSave: (body: string) => Promise<unknown>;
  onCancel: () => void;
}) {
  useNoteWriting();
  const [text, setText] = useState(before);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const body = text.trim();

  const save = async () => {
    if (busy) return;
    if (body === '') {
      setProblem('Write a comment.');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await onSave(body);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="xs">
        <Textarea
          aria-label={label}
          placeholder={placeholder ?? ''}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          maxLength={maxCommentLength}
          autosize
          minRows={3}
          maxRows={10}
          error={problem}
          data-autofocus
          // the form opens because its button was pressed
          ref={focusAtEnd}
        />
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            Ctrl + Enter saves
          </Text>
          <Group gap="xs">
            <Button variant="default" className={classes.action ?? ''} onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" className={classes.action ?? ''} loading={busy}>
              {send}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  if (!field || field.dataset['seen']) return;
  field.dataset['seen'] = 'true';
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
