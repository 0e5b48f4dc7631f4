import type { Design } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Alert, Badge, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { dayOfMoment } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { messageOf, submitReview } from './api.ts';
import { changedSinceAsked, reviewState, type ReviewState } from './review-state.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** What the review has come to and what there is to do. */
function standing(
  design: Design,
  { open, commentable, approved, submittable, drafts, decision }: ReviewState,
): string {
  if (approved) {
    const by = design.customerReviewer === null ? '' : ` by ${design.customerReviewer}`;
    const on =
      design.customerReviewCompleted === null ? '' : ` on ${dayOfMoment(design.customerReviewCompleted)}`;
    return `This design was approved${by}${on}.`;
  }
  if (design.archived) return 'Another concept was chosen: this design is archived.';
  if (!open) return 'This design is not open for review.';
  if (!submittable && decision === 'approved') {
    return 'This version is still being made. You can already add comments.';
  }
  if (!submittable) {
    const on = design.lastReviewCompleted === null ? '' : ` on ${dayOfMoment(design.lastReviewCompleted)}`;
    return `You asked for changes${on}. The next version is being made; you can still add comments.`;
  }
  if (!commentable) return 'The design itself is approved. Approve the campaign to have it printed.';
  if (drafts > 0) return `${count(drafts, 'draft', 'drafts')} only your office can see, until you submit.`;
  return decision === 'approved'
    ? 'Pin a comment where something should change, or approve the design as it is.'
    : 'Comments are open. Submit to ask for these changes, or accept them first.';
}

/** Where the review stands, with the button that submits it. */
export function SubmitReview({ design, campaignId }: { design: Design; campaignId: string | null }) {
  const [asked, setAsked] = useState<Design | null>(null);
  const state = reviewState(design);
  const approves = state.decision === 'approved';
  return (
    <Paper withBorder p="md" bg="var(--mailcall-card)" component="section" aria-label="Your review">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={650}>Your review</Text>
          {state.open && (
            <Badge variant="default" tt="none" aria-label={`Workflow: ${state.workflow}`}>
              {state.workflow}
            </Badge>
          )}
          {state.approved && <IconCircleCheck color="#2b8a3e" aria-hidden />}
        </Group>
        <Text size="sm">{standing(design, state)}</Text>
        {state.submittable && (
          <Button
            h={44}
            leftSection={
              approves ? <IconCircleCheck size={18} aria-hidden /> : <IconSend size={18} aria-hidden />
            }
            onClick={() => setAsked(design)}
          >
            {approves ? (campaignId === null ? 'Approve Design' : 'Approve Campaign') : 'Request Changes'}
          </Button>
        )}
      </Stack>
      {asked && (
        <Confirm asked={asked} design={design} campaignId={campaignId} onClose={() => setAsked(null)} />
      )}
    </Paper>
  );
}

/**
 * Asks before submitting. The question stays the one that was asked: when the design has changed so that it does not
 * hold any more, it says so and leads back to the design. The server refuses what is not as the person saw it.
 */
function Confirm({
  asked,
  design,
  campaignId,
  onClose,
}: {
  /** The design as it was when the question was asked. */
  asked: Design;
  design: Design;
  campaignId: string | null;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { decision } = reviewState(asked);
  const approves = decision === 'approved';
  // one's own decision changes the design, too
  const changed = busy ? null : changedSinceAsked(asked, design);
  const submit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await submitReview(design, campaignId, decision);
      toast(
        'success',
        answer.decision === 'approved'
          ? 'The design is approved. Thank you.'
          : 'Your changes were sent to the designers.',
      );
      onClose();
    } catch (error) {
      toast('error', messages.reviewFailed);
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={
        approves
          ? campaignId === null
            ? 'Approve this design?'
            : 'Approve this campaign?'
          : 'Request these changes?'
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {changed === null && (
          <Text size="sm">{consequence(approves, campaignId, reviewState(design).drafts)}</Text>
        )}
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {changed === null ? (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" h={44} onClick={onClose}>
              Cancel
            </Button>
            <Button h={44} loading={busy} onClick={() => void submit()} data-autofocus>
              {approves ? 'Approve' : 'Request Changes'}
            </Button>
          </Group>
        ) : (
          <LookAgain changed={changed} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

/** What comes of the decision. */
function consequence(approves: boolean, campaignId: string | null, drafts: number): string {
  if (approves) {
    return campaignId === null
      ? 'It goes on to the final inspection. You cannot comment on it any more.'
      : 'The design and the mailing are approved, and it goes to print. This cannot be undone.';
  }
  return drafts > 0
    ? `${count(drafts, 'draft is', 'drafts are')} sent to the designers, who answer with a new version. You cannot edit ${drafts === 1 ? 'it' : 'them'} any more.`
    : 'The open comments are sent to the designers, who answer with a new version.';
}

/** Says what changed while the person decided, and leads back to the design; takes the focus of the buttons that are gone. */
function LookAgain({ changed, onClose }: { changed: string; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <Alert color="yellow" variant="light" role="alert">
        The design changed while you decided: {changed} Please look at it again.
      </Alert>
      <Group justify="flex-end">
        <Button ref={close} h={44} variant="default" onClick={onClose}>
          Close and Look Again
        </Button>
      </Group>
    </>
  );
}
