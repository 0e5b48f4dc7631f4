import { maxCommentLength } from '@mailcall/contract/review-comments.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explanationOf, newRequestId } from '../../platform/api.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { saveAnswer } from './api.ts';

/** The text stays if it could not be saved. */
export function CommentAnswer({
  designId,
  commentId,
  number,
}: {
  designId: string;
  commentId: string;
  number: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const [body, setBody] = useState('');
  const [requestId, setRequestId] = useState(newRequestId);
  const saving = useMutation({
    mutationFn: ({ text, accepted }: { text: string; accepted: boolean }) =>
      saveAnswer(designId, commentId, { requestId, body: text, accepted }),
    onSuccess: () => {
      setOpen(false);
      setBody('');
      setRequestId(newRequestId());
    },
  });
  useUnsavedInput(isOpen && body !== '');
  const accept = () => saving.mutate({ text: body.trim() || 'We will change this.', accepted: true });
  if (!isOpen)
    return (
      <Group gap="xs">
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Accept comment ${number}`}
          loading={saving.isPending}
          onClick={accept}
        >
          Accept
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          aria-label={`Answer comment ${number}`}
          onClick={() => setOpen(true)}
        >
          Answer
        </Button>
        {saving.error && <span role="alert">{explanationOf(saving.error)}</span>}
      </Group>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate({ text: body, accepted: false });
      }}
    >
      <Textarea
        aria-label={`Answer to comment ${number}`}
        value={body}
        maxLength={maxCommentLength}
        autosize
        minRows={2}
        // a press opens it
        data-autofocus
        ref={(field) => void (field && body === '' && field.focus())}
        onChange={(event) => setBody(event.currentTarget.value)}
        error={saving.error ? explanationOf(saving.error) : null}
      />
      <Group gap="xs" mt="xs">
        <Button size="compact-md" type="submit" loading={saving.isPending}>
          Send answer
        </Button>
        <Button size="compact-md" variant="default" onClick={accept}>
          Accept with this answer
        </Button>
        <Button size="compact-md" variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
