import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { asOfText } from '../../ui/dates.ts';
import { rowMark, useRowKeys } from '../../ui/page-keys.ts';
import { CommentThread, StatusBadge } from './comment-thread.tsx';
import classes from './comments.module.css';
import { earlierComments, type NumberedComment, numberedComments, sideLabels } from './review-state.ts';

/**
 * The comments of a version in the order of their pins, and below the current version's what earlier ones asked for. The
 * open one shows its answers.
 */
export function CommentList({
  design,
  version,
  open,
  chosen,
  onChoose,
  onMove,
  onVersion,
}: {
  design: Design;
  version: DesignVersion;
  open: boolean;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onMove: (comment: NumberedComment) => void;
  onVersion: (version: number) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useRowKeys(place);
  const current = design.currentVersion?.id === version.id;
  const comments = numberedComments(design, version);
  const earlier = current ? earlierComments(design) : [];
  const item = (numbered: NumberedComment, from?: DesignVersion) => {
    const { comment, number, status } = numbered;
    const opened = comment.id === chosen;
    return (
      <li key={comment.id} className={classes.item} data-chosen={opened || undefined}>
        <UnstyledButton
          className={classes.head}
          aria-expanded={opened}
          onClick={() => onChoose(opened ? null : comment.id)}
          {...rowMark(`comment ${comment.id}`)}
        >
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
              {from && `Version ${from.version} · `}
              {sideLabels[comment.side]} · {asOfText(comment.createdDate, new Date())}
              {comment.replies.length > 0 &&
                ` · ${comment.replies.length} ${comment.replies.length === 1 ? 'reply' : 'replies'}`}
            </Text>
            {!opened && (
              <Text component="span" size="sm" lineClamp={2} mt={4}>
                {comment.body}
              </Text>
            )}
          </span>
        </UnstyledButton>
        {opened && (
          <div className={classes.open}>
            <CommentThread
              designId={design.id}
              comment={comment}
              status={status}
              open={open}
              onMove={from ? undefined : () => onMove(numbered)}
            />
            {from && (
              <Button
                variant="default"
                size="xs"
                mt="xs"
                className={classes.action ?? ''}
                onClick={() => onVersion(from.version)}
              >
                Look at version {from.version}
              </Button>
            )}
          </div>
        )}
      </li>
    );
  };
  return (
    <div ref={place}>
      {earlier.length > 0 && (
        <section aria-labelledby="earlier-comments">
          <Title order={2} className={classes.section ?? ''} id="earlier-comments">
            Check what earlier versions asked for
          </Title>
          <ol className={classes.list}>{earlier.map((one) => item(one, one.version))}</ol>
        </section>
      )}
      <section aria-labelledby="version-comments">
        <Title order={2} className={classes.section ?? ''} id="version-comments">
          {current ? 'Comments on this version' : `Comments on version ${version.version}`}
        </Title>
        {comments.length === 0 ? (
          <Text size="sm" c="dimmed" px={14} pb={14}>
            {open && current
              ? 'None yet. Press a place on the postcard to pin the first one.'
              : 'No comments were made.'}
          </Text>
        ) : (
          <ol className={classes.list}>{comments.map((one) => item(one))}</ol>
        )}
      </section>
    </div>
  );
}
