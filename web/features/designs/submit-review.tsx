import type { Design, DesignVersion, Side } from '@mailcall/contract/designs.ts';
import type { ReviewWorkflow } from '@mailcall/contract/rules/review.ts';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ConfirmReview, type ReviewedMailing, submitLabel } from './confirm-review.tsx';
import type { DisplayedReview } from './review-address.ts';
import { useTimeZone } from '../accounts/index.ts';
import { isReviewOver, reviewStatusText } from './review-status.ts';
import { type ReviewAction, type ReviewState, reviewState } from './review-state.ts';
import { MailingNextSteps, type MailingWithNextStep } from './mailing-next-steps.tsx';
import { useIsFormOpen } from './open-forms.tsx';

const workflowLabels: Record<ReviewWorkflow, string> = {
  Request: 'Open for your comments',
  Review: 'Comments to check',
};

export function SubmitReview({
  design,
  displayed,
  current,
  campaign,
  mailings,
  onShow,
}: {
  design: Design;
  displayed: DisplayedReview;
  current: DesignVersion;
  campaign: ReviewedMailing | null;
  mailings: readonly MailingWithNextStep[];
  onShow: (what: { version?: undefined; side?: Side }) => void;
}) {
  const [openedFor, setOpenedFor] = useState<Design | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const state = reviewState(design);
  const timeZone = useTimeZone(design.accountId);
  const isCurrent = displayed.version.id === current.id;
  const isOver =
    isReviewOver(design, state) || (isCurrent && state.step === 'chooseConcept' && state.action === null);
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
        <ReviewTitle state={state} />
        <Text size="sm">
          {reviewStatusText(design, {
            state,
            displayedVersion: displayed.version.version,
            currentVersion: current.version,
            prints: campaign !== null,
            timeZone,
          })}
        </Text>
        {isOver && <MailingNextSteps mailings={mailings} />}
        {!isCurrent && (
          <ShowCurrentVersion
            version={current.version}
            isSecondary={isOver}
            onClick={() => onShow({ version: undefined })}
          />
        )}
        {isCurrent && !isOver && state.action && (
          <SubmitButton
            action={state.action}
            prints={campaign !== null}
            onClick={() => setOpenedFor(design)}
          />
        )}
      </Stack>
      {openedFor && (
        <ConfirmReview
          openedFor={openedFor}
          design={design}
          version={current}
          campaign={campaign}
          onView={(side) => {
            setOpenedFor(null);
            onShow({ side });
          }}
          onClose={() => setOpenedFor(null)}
          onSubmitted={() => {
            setOpenedFor(null);
            // the pressed button disappears, and this section says what is next
            section.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </Paper>
  );
}

function ReviewTitle({ state: { commentable, workflow, step } }: { state: ReviewState }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={600}>Your review</Text>
      {commentable && (
        <Text size="xs" c="dimmed">
          {workflowLabels[workflow]}
        </Text>
      )}
      {step === 'approved' && <IconCircleCheck color="#2b8a3e" aria-hidden />}
    </Group>
  );
}

function ShowCurrentVersion({
  version,
  isSecondary,
  onClick,
}: {
  version: number;
  isSecondary: boolean;
  onClick: () => void;
}) {
  const isFormOpen = useIsFormOpen();
  return (
    <Button h={44} variant={isSecondary || isFormOpen ? 'default' : 'filled'} onClick={onClick}>
      Show Version {version}
    </Button>
  );
}

function SubmitButton({
  action,
  prints,
  onClick,
}: {
  action: ReviewAction;
  prints: boolean;
  onClick: () => void;
}) {
  const isFormOpen = useIsFormOpen();
  const Icon = action === 'approve' ? IconCircleCheck : IconSend;
  return (
    <Button
      h={44}
      variant={isFormOpen ? 'default' : 'filled'}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={onClick}
    >
      {submitLabel(action, prints)}
    </Button>
  );
}
