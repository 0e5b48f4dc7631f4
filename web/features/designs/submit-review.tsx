import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import type { ReviewWorkflow } from '@mailcall/contract/rules/review.ts';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatInstantDay } from '../../ui/dates.ts';
import { ConfirmReview, submitLabel } from './confirm-review.tsx';
import type { DisplayedReview } from './review-address.ts';
import { type ReviewAction, reviewState, type ReviewState } from './review-state.ts';
import { type FollowingMailing, WhatFollows } from './what-follows.tsx';
import { useIsWriting } from './writing.tsx';

const draftWords = (drafts: number) => `${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`;
const on = (moment: string | null) => (moment === null ? '' : ` on ${formatInstantDay(moment)}`);

/** Whether one's comments are being written or settled, in words. */
const workflowWords: Record<ReviewWorkflow, string> = {
  Request: 'Open for your comments',
  Review: 'Comments to settle',
};

/** What the review has come to and what there is to do. */
function standing(design: Design, state: ReviewState, campaignId: string | null): string {
  const { step, commentable, drafts } = state;
  if (design.archived) return 'Another concept was chosen: this design is archived.';
  if (step === 'approved') {
    const by = design.customerReviewer === null ? '' : ` by ${design.customerReviewer}`;
    return `This design was approved${by}${on(design.customerReviewCompleted)}.`;
  }
  if (drafts > 0 && commentable) return `${draftWords(drafts)} only your office can see, until you submit.`;
  const canComment = commentable ? ' You can already add comments.' : '';
  switch (step) {
    case 'goneOn':
      return 'This mailing was printed already: there is nothing to approve.';
    case null:
      return 'This design is not open for review.';
    case 'beingMade':
      return `This version is still being made.${canComment}`;
    case 'chooseConcept':
      return 'This is one of several designs.';
    case 'changesRequested': {
      const whom = design.salesContact?.name ?? 'us';
      return `You asked for changes${on(design.lastReviewCompleted)}. The next version is being made; you can still add comments. If you no longer want the changes, tell ${whom}.`;
    }
    case 'review':
      return 'Comments are open. Submit to ask for these changes, or accept them first.';
    case 'approve':
      if (!commentable) return 'The design itself is approved. Approve the mailing to have it printed.';
      return campaignId === null
        ? 'Pin a comment where something should change, or approve the design as it is.'
        : 'Pin a comment where something should change, or approve: then it goes to print.';
  }
}

/** Where the review stands, with the one button that leads on. */
export function SubmitReview({
  design,
  shown,
  current,
  campaignId,
  mailings,
  onShow,
}: {
  design: Design;
  shown: DisplayedReview;
  current: DesignVersion;
  /** The campaign that is reviewed; null on a design's own page. */
  campaignId: string | null;
  /** Those that the review leads back to. */
  mailings: readonly FollowingMailing[];
  onShow: (what: { version?: undefined; side?: 'front' | 'back' }) => void;
}) {
  const [asked, setAsked] = useState<Design | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const isWriting = useIsWriting();
  const state = reviewState(design);
  const { action, step } = state;
  const isOver = design.archived || step === 'approved' || step === 'goneOn';
  const isCurrent = shown.version.id === current.id;
  return (
    <Paper
      withBorder
      p="md"
      bg="var(--mailcall-card)"
      component="section"
      aria-label="Your review"
      ref={section}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={650}>Your review</Text>
          {state.commentable && (
            <Text size="xs" c="dimmed">
              {workflowWords[state.workflow]}
            </Text>
          )}
          {step === 'approved' && <IconCircleCheck color="#2b8a3e" aria-hidden />}
        </Group>
        <Text size="sm">
          {isCurrent || isOver
            ? standing(design, state, campaignId)
            : `You are looking at version ${shown.version.version}. Only version ${current.version}, the current one, can be approved or sent back.`}
        </Text>
        {isOver || (isCurrent && step === 'chooseConcept' && action === null) ? (
          <WhatFollows mailings={mailings} />
        ) : isCurrent ? (
          action && (
            <SubmitButton
              action={action}
              prints={campaignId !== null}
              isLoud={!isWriting}
              onPress={() => setAsked(design)}
            />
          )
        ) : (
          <Button
            h={44}
            variant={isWriting ? 'default' : 'filled'}
            onClick={() => onShow({ version: undefined })}
          >
            Show Version {current.version}
          </Button>
        )}
      </Stack>
      {asked && (
        <ConfirmReview
          asked={asked}
          design={design}
          version={current}
          campaignId={campaignId}
          onLook={(side) => {
            setAsked(null);
            onShow({ side });
          }}
          onClose={() => setAsked(null)}
          onSubmitted={() => {
            setAsked(null);
            // the button that was pressed is gone: what follows stands here
            section.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </Paper>
  );
}

function SubmitButton({
  action,
  prints,
  isLoud,
  onPress,
}: {
  action: ReviewAction;
  prints: boolean;
  isLoud: boolean;
  onPress: () => void;
}) {
  const Icon = action === 'approve' ? IconCircleCheck : IconSend;
  return (
    <Button
      h={44}
      variant={isLoud ? 'filled' : 'default'}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={onPress}
    >
      {submitLabel(action, prints)}
    </Button>
  );
}
