import type { Design, DesignVersion, Side } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  approvalConsequence,
  approvalQuestion,
  approvedMessage,
  approveLabel,
} from '../../ui/approval-texts.ts';
import { unseenSides } from '../../ui/looked-at.ts';
import { toast } from '../../ui/toast.tsx';
import { UnseenSides } from '../../ui/unseen-sides.tsx';
import { messageOf, submitReview } from './api.ts';
import { changedSinceQuestion, faceOf, type ReviewAction, reviewState, sidesOf } from './review-state.ts';

/** What the button says that submits; what has a mailing printed says so. */
export const submitLabel = (action: ReviewAction, prints: boolean): string =>
  action === 'requestChanges' ? 'Request Changes' : prints ? approveLabel : 'Approve Design';

/** What comes of the decision. */
function consequence(action: ReviewAction, prints: boolean, drafts: number): string {
  if (action === 'approve') {
    return prints
      ? `The design and the mailing are approved. ${approvalConsequence}`
      : 'It goes on to the final inspection, and you cannot comment on it any more. Its mailing goes to print only when you approve that, too.';
  }
  return drafts > 0
    ? `${drafts} ${drafts === 1 ? 'draft is' : 'drafts are'} sent to the designers, who answer with a new version. You cannot edit ${drafts === 1 ? 'it' : 'them'} any more.`
    : 'The open comments are sent to the designers, who answer with a new version.';
}

/**
 * Asks before submitting. The question stays the one that was asked: when the design has changed so that it does not
 * hold any more, it says so and leads back to the design. The server refuses what is not as the person saw it.
 */
export function ConfirmReview({
  asked,
  design,
  version,
  campaign,
  onLook,
  onClose,
  onSubmitted,
}: {
  /** The design as it was when the question was asked. */
  asked: Design;
  design: Design;
  /** The version that is submitted. */
  version: DesignVersion;
  /** The campaign that is approved with the design; null on a design's own page. */
  campaign: { id: string; name: string } | null;
  onLook: (side: Side) => void;
  onClose: () => void;
  onSubmitted: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { action } = reviewState(asked);
  const prints = campaign !== null;
  // one's own decision changes the design, too
  const changed = isBusy ? null : changedSinceQuestion(asked, design);
  if (action === null) return null;
  const approves = action === 'approve';
  const submit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await submitReview({ design, versionId: version.id }, campaign?.id ?? null, action);
      toast(
        'success',
        answer.decision === 'changes'
          ? 'Your changes were sent to the designers.'
          : prints
            ? approvedMessage(campaign.name)
            : 'The design is approved. Thank you.',
      );
      onSubmitted();
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
        !approves
          ? 'Request these changes?'
          : campaign
            ? approvalQuestion(campaign.name)
            : 'Approve this design?'
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {changed === null && <Text size="sm">{consequence(action, prints, reviewState(design).drafts)}</Text>}
        {changed === null && approves && (
          <UnseenSides
            sides={unseenSides(
              sidesOf(version).map((side) => ({ side, address: faceOf(version, side)?.url ?? null })),
            )}
            onLook={onLook}
          />
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
            <Button h={44} loading={isBusy} onClick={() => void submit()} data-autofocus>
              {submitLabel(action, prints)}
            </Button>
          </Group>
        ) : (
          <LookAgain changed={changed} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
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
