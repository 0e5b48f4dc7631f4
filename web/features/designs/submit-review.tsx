import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import type { ReviewWorkflow } from '@mailcall/contract/rules/review.ts';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ConfirmReview, submitLabel } from './confirm-review.tsx';
import type { DisplayedReview } from './review-address.ts';
import { isReviewOver, reviewStanding } from './review-standing.ts';
import { type ReviewAction, reviewState } from './review-state.ts';
import { type FollowingMailing, WhatFollows } from './what-follows.tsx';
import { useIsWriting } from './writing.tsx';

/** Whether one's comments are being written or settled, in words. */
const workflowWords: Record<ReviewWorkflow, string> = {
  Request: 'Open for your comments',
  Review: 'Comments to settle',
};

/** Where the review stands, with the one button that leads on. */
export function SubmitReview({
  design,
  shown,
  current,
  campaign,
  mailings,
  onShow,
}: {
  design: Design;
  shown: DisplayedReview;
  current: DesignVersion;
  /** The campaign that is reviewed; null on a design's own page. */
  campaign: { id: string; name: string } | null;
  /** Those that the review leads back to. */
  mailings: readonly FollowingMailing[];
  onShow: (what: { version?: undefined; side?: 'front' | 'back' }) => void;
}) {
  const [asked, setAsked] = useState<Design | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const isWriting = useIsWriting();
  const state = reviewState(design);
  const { action, step } = state;
  const isOver = isReviewOver(design, state);
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
          {reviewStanding(design, {
            state,
            shownVersion: shown.version.version,
            currentVersion: current.version,
            prints: campaign !== null,
          })}
        </Text>
        {isOver || (isCurrent && step === 'chooseConcept' && action === null) ? (
          <>
            <WhatFollows mailings={mailings} />
            {!isCurrent && (
              <Button h={44} variant="default" onClick={() => onShow({ version: undefined })}>
                Show Version {current.version}
              </Button>
            )}
          </>
        ) : isCurrent ? (
          action && (
            <SubmitButton
              action={action}
              prints={campaign !== null}
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
          campaign={campaign}
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
