import { maxCommentLength } from '@mailcall/contract/review-comments.ts';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { messageOf } from '../../platform/api.ts';
import { submitOnce } from '../../ui/submit-once.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import classes from './comments.module.css';
import { useRegisterOpenForm } from './open-forms.tsx';

/** URL parameters that open another comment, version or comparison, and so close the form. */
const parameters = ['comment', 'version', 'compare'] as const;

/** Writes or edits a comment or reply. The text stays if it could not be saved. */
export function CommentForm({
  label,
  placeholder,
  initialText = '',
  submitText,
  onSave,
  onCancel,
}: {
  label: string;
  placeholder?: string;
  initialText?: string;
  submitText: string;
  onSave: (body: string) => Promise<unknown>;
  onCancel: () => void;
}) {
  useRegisterOpenForm();
  const form = useForm({
    initialValues: { body: initialText },
    validate: { body: (body) => (body.trim() === '' ? 'Write a comment.' : null) },
    // the failure stays visible while the text changes
    clearInputErrorOnChange: false,
  });
  const leave = useUnsavedInput(form.isDirty() && !form.submitting, parameters);
  const cancel = () => leave(onCancel);
  const save = async ({ body }: { body: string }) => {
    try {
      await onSave(body.trim());
    } catch (error) {
      form.setFieldError('body', messageOf(error));
    }
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.closest('form')?.requestSubmit();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      cancel();
    }
  };
  return (
    <form onSubmit={submitOnce(form, save)}>
      <Stack gap="xs" onKeyDown={press}>
        <Textarea
          aria-label={label}
          placeholder={placeholder ?? ''}
          {...form.getInputProps('body')}
          maxLength={maxCommentLength}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          // a button press opens the form
          ref={focusAtEnd}
        />
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            Ctrl + Enter saves
          </Text>
          <Group gap="xs">
            <Button variant="default" className={classes.action ?? ''} onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" className={classes.action ?? ''} loading={form.submitting}>
              {submitText}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Focuses a field once, with the cursor after its text. */
function focusAtEnd(field: HTMLTextAreaElement | null) {
  if (!field || field.dataset['focused']) return;
  field.dataset['focused'] = 'true';
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
