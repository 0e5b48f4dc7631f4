import type { ReviewComment } from '@mailcall/contract/designs.ts';
import type { CommentStatus } from '@mailcall/contract/rules/review.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { messageOf, newRequestId } from '../../platform/api.ts';
import { asOfText } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { addComment, decideOnComment, deleteComment, editComment } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';

const statusColors: Record<CommentStatus, string> = {
  Draft: 'magenta',
  Pending: 'orange',
  Accepted: 'green',
  Rejected: 'red',
};

export function StatusBadge({ status }: { status: CommentStatus }) {
  return (
    <Badge
      size="sm"
      variant="light"
      color={statusColors[status]}
      className={classes.badge ?? ''}
      data-status={status}
    >
      {status}
    </Badge>
  );
}

type OpenForm = 'reply' | 'edit' | null;

export function CommentThread({
  designId,
  comment,
  status,
  open,
  onMove,
}: {
  designId: string;
  comment: ReviewComment;
  status: CommentStatus;
  open: boolean;
  /** Starts moving the user's own comment; absent if it cannot be moved. */
  onMove?: (() => void) | undefined;
}) {
  const [form, setForm] = useState<OpenForm>(null);
  // repeating a reply after a lost response creates no second one
  const [requestId, setRequestId] = useState(newRequestId);
  const closeForm = () => setForm(null);
  const editable = open && comment.mine;
  return (
    <Stack gap="sm">
      {form === 'edit' ? (
        <EditForm label="Comment" comment={comment} onCancel={closeForm} />
      ) : (
        <Text className={classes.body ?? ''} size="sm">
          {comment.body}
        </Text>
      )}
      {editable && form === null && (
        <Group gap={4}>
          <Action onClick={() => setForm('edit')}>Edit</Action>
          {onMove && <Action onClick={onMove}>Move pin</Action>}
          <Action onClick={() => confirmDelete(comment.id, 'comment')}>Delete</Action>
        </Group>
      )}
      {comment.replies.length > 0 && (
        <ul className={classes.replies} aria-label="Replies">
          {comment.replies.map((reply) => (
            <li key={reply.id}>
              <Reply reply={reply} open={open} />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Decision comment={comment} status={status} onReply={() => setForm('reply')} hidden={form !== null} />
      )}
      {form === 'reply' && (
        <CommentForm
          label="Reply"
          placeholder="Write a reply"
          submitText="Reply"
          onCancel={closeForm}
          onSave={async (body) => {
            const { side, x, y } = comment;
            await addComment(designId, { body, side, x, y, replyTo: comment.id, requestId });
            setRequestId(newRequestId());
            closeForm();
          }}
        />
      )}
    </Stack>
  );
}

/** Edits the user's own text as of opening the form; the server refuses to overwrite newer text. */
function EditForm({
  label,
  comment,
  onCancel,
}: {
  label: string;
  comment: Pick<ReviewComment, 'id' | 'body' | 'revision'>;
  onCancel: () => void;
}) {
  const [{ id, body, revision }] = useState(comment);
  return (
    <CommentForm
      label={label}
      initialText={body}
      submitText="Save"
      onCancel={onCancel}
      onSave={async (text) => {
        await editComment(id, { body: text, revision });
        onCancel();
      }}
    />
  );
}

function Reply({ reply, open }: { reply: ReviewComment['replies'][number]; open: boolean }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {reply.author.name}
        </Text>
        <StatusBadge status={reply.status} />
      </Group>
      <Text size="xs" c="dimmed">
        {asOfText(reply.createdDate, new Date())}
      </Text>
      {editing ? (
        <EditForm label="Reply" comment={reply} onCancel={() => setEditing(false)} />
      ) : (
        <Text size="sm" className={classes.body ?? ''}>
          {reply.body}
        </Text>
      )}
      {open && reply.mine && !editing && (
        <Group gap={4}>
          <Action onClick={() => setEditing(true)}>Edit reply</Action>
          <Action onClick={() => confirmDelete(reply.id, 'reply')}>Delete reply</Action>
        </Group>
      )}
    </>
  );
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.action ?? ''}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function Decision({
  comment,
  status,
  onReply,
  hidden,
}: {
  comment: ReviewComment;
  status: CommentStatus;
  onReply: () => void;
  hidden: boolean;
}) {
  const [busy, setBusy] = useState<DecisionName | null>(null);
  const lastRequest = useRef(Promise.resolve());
  // in sequence: the last press counts, even while the previous one is being sent
  const decide = (decision: DecisionName) => {
    if (busy === decision) return;
    setBusy(decision);
    lastRequest.current = lastRequest.current
      .then(() => decideOnComment(comment.id, decision))
      .catch((error: unknown) => toast('error', messageOf(error)))
      .then(() => setBusy((latest) => (latest === decision ? null : latest)));
  };
  if (hidden) return null;
  return (
    <Group gap={6}>
      <Button variant="default" size="xs" className={classes.action ?? ''} onClick={onReply}>
        Reply
      </Button>
      {comment.status !== 'Draft' && (
        <>
          <DecisionButton decision="accept" status={status} busy={busy} onDecide={decide} />
          <DecisionButton decision="reject" status={status} busy={busy} onDecide={decide} />
        </>
      )}
    </Group>
  );
}

const decisions = {
  accept: { label: 'Accept', decided: 'Accepted', Icon: IconCheck },
  reject: { label: 'Reject', decided: 'Rejected', Icon: IconX },
} as const;
type DecisionName = keyof typeof decisions;

function DecisionButton({
  decision,
  status,
  busy,
  onDecide,
}: {
  decision: DecisionName;
  status: CommentStatus;
  busy: DecisionName | null;
  onDecide: (decision: DecisionName) => void;
}) {
  const { label, decided, Icon } = decisions[decision];
  return (
    <Button
      variant="default"
      size="xs"
      className={`${classes.action ?? ''} ${classes.decision ?? ''}`}
      data-decision={decision}
      leftSection={<Icon size={16} aria-hidden />}
      aria-pressed={status === decided}
      // not disabled, because a disabled button would lose the focus
      aria-busy={busy === decision}
      onClick={() => onDecide(decision)}
    >
      {label}
    </Button>
  );
}

function confirmDelete(id: string, noun: 'comment' | 'reply') {
  modals.openConfirmModal({
    title: `Delete this ${noun}?`,
    children: <Text size="sm">Only your office has seen it.</Text>,
    labels: { confirm: 'Delete', cancel: 'Keep' },
    confirmProps: { color: '#b3261e' },
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm: () => {
      deleteComment(id).catch((error: unknown) => toast('error', messageOf(error)));
    },
  });
}
