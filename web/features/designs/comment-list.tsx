import { type Design, type DesignVersion, sideLabels } from '@mailcall/contract/designs.ts';
import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { asOfText } from '../../ui/dates.ts';
import { rowAttributes, useRowKeys } from '../../ui/page-keys.ts';
import { CommentThread, StatusBadge } from './comment-thread.tsx';
import classes from './comments.module.css';
import { earlierComments, lastingId, type NumberedComment, numberedComments } from './review-state.ts';

export function CommentList({
  design,
  version,
  isOpen,
  openComment,
  onOpenComment,
  onMove,
  onVersion,
}: {
  design: Design;
  version: DesignVersion;
  isOpen: boolean;
  openComment: string | null;
  onOpenComment: (id: string | null) => void;
  onMove: (comment: NumberedComment) => void;
  onVersion: (version: number) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  useRowKeys(container);
  const isCurrent = design.currentVersion?.id === version.id;
  const comments = numberedComments(design, version);
  const earlier = isCurrent ? earlierComments(design) : [];
  const shared = { designId: design.id, isReviewOpen: isOpen, openComment, onOpenComment };
  return (
    <div ref={container}>
      {earlier.length > 0 && (
        <CommentSection title="Check the comments on earlier versions">
          {earlier.map((numbered) => (
            <CommentItem
              key={lastingId(numbered.comment)}
              {...shared}
              numbered={numbered}
              earlierVersion={numbered.version.version}
              action={
                <Button
                  variant="default"
                  size="xs"
                  mt="xs"
                  className={classes.action ?? ''}
                  onClick={() => onVersion(numbered.version.version)}
                >
                  Look at version {numbered.version.version}
                </Button>
              }
            />
          ))}
        </CommentSection>
      )}
      <CommentSection
        title={isCurrent ? 'Comments on this version' : `Comments on version ${version.version}`}
        empty={
          isOpen && isCurrent
            ? 'None yet. Click or tap the postcard to pin the first one.'
            : 'No comments were made.'
        }
      >
        {comments.map((numbered) => (
          <CommentItem
            key={lastingId(numbered.comment)}
            {...shared}
            numbered={numbered}
            onMove={() => onMove(numbered)}
          />
        ))}
      </CommentSection>
    </div>
  );
}

function CommentSection({
  title,
  empty,
  children,
}: {
  title: string;
  empty?: string;
  children: readonly ReactNode[];
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} className={classes.section ?? ''} id={id}>
        {title}
      </Title>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed" px={14} pb={14}>
          {empty}
        </Text>
      ) : (
        <ol className={classes.list}>{children}</ol>
      )}
    </section>
  );
}

function CommentItem({
  designId,
  isReviewOpen,
  openComment,
  onOpenComment,
  numbered,
  earlierVersion,
  onMove,
  action = null,
}: {
  designId: string;
  isReviewOpen: boolean;
  openComment: string | null;
  onOpenComment: (id: string | null) => void;
  numbered: NumberedComment;
  earlierVersion?: number;
  onMove?: () => void;
  action?: ReactNode;
}) {
  const { comment, status } = numbered;
  const isOpen = comment.id === openComment;
  return (
    <li className={classes.item} data-chosen={isOpen || undefined}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        onClick={() => onOpenComment(isOpen ? null : comment.id)}
        {...rowAttributes(`comment ${comment.id}`)}
      >
        <CommentSummary numbered={numbered} earlierVersion={earlierVersion} withBody={!isOpen} />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.open}>
          <CommentThread
            designId={designId}
            comment={comment}
            status={status}
            open={isReviewOpen}
            onMove={onMove}
          />
          {action}
        </div>
      )}
    </li>
  );
}

function CommentSummary({
  numbered: { comment, number, status },
  earlierVersion,
  withBody,
}: {
  numbered: NumberedComment;
  earlierVersion: number | undefined;
  withBody: boolean;
}) {
  return (
    <>
      <span className={classes.number} data-status={status}>
        {number}
      </span>
      <span className={classes.words}>
        <Group gap={6} component="span">
          <Text component="span" size="sm" fw={600}>
            {comment.author.name}
          </Text>
          <StatusBadge status={status} />
        </Group>
        <Text component="span" size="xs" c="dimmed" display="block">
          {earlierVersion !== undefined && `Version ${earlierVersion} · `}
          {sideLabels[comment.side]} · {asOfText(comment.createdDate, new Date())}
          {comment.replies.length > 0 &&
            ` · ${comment.replies.length} ${comment.replies.length === 1 ? 'reply' : 'replies'}`}
        </Text>
        {withBody && (
          <Text component="span" size="sm" lineClamp={2} mt={4}>
            {comment.body}
          </Text>
        )}
      </span>
    </>
  );
}
