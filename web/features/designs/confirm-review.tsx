import type { Design, DesignVersion, Side } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../platform/api.ts';
import {
  approvalConsequence,
  approvalQuestion,
  approvedMessage,
  approveLabel,
} from '../../ui/approval-texts.ts';
import { ConfirmActions, Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { NamedMailing } from '../../ui/mailing-picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { UnviewedSides } from '../../ui/unviewed-sides.tsx';
import { unviewedSides } from '../../ui/viewed-faces.ts';
import { submitReview } from './api.ts';
import { changeSinceConfirmation, faceOf, type ReviewAction, reviewState, sidesOf } from './review-state.ts';
import { pictureOf } from './review-head.tsx';
import { useDecision } from './use-decision.ts';

export interface ReviewedMailing {
  id: string;
  title: string;
  orderNumber: string;
}

export const submitLabel = (action: ReviewAction, prints: boolean): string =>
  action === 'requestChanges' ? 'Request changes' : prints ? approveLabel : 'Approve design';

function titleOf(action: ReviewAction, campaign: ReviewedMailing | null): string {
  if (action === 'requestChanges') return 'Request these changes?';
  return campaign ? approvalQuestion(campaign.title) : 'Approve this design?';
}

function consequence(action: ReviewAction, prints: boolean, drafts: number): string {
  if (action === 'approve') {
    return prints
      ? `The design and the mailing are approved. ${approvalConsequence}`
      : 'It goes to the final inspection, and comments end. The mailing goes to print only when you approve the mailing, too.';
  }
  return drafts > 0
    ? `${drafts} ${drafts === 1 ? 'draft is' : 'drafts are'} sent to the designers. They answer with a new version. You cannot edit ${drafts === 1 ? 'it' : 'them'} any more.`
    : 'The designers get the open comments and answer with a new version.';
}

function submittedMessage(decision: string, campaign: ReviewedMailing | null): string {
  if (decision === 'changes') return 'Your changes were sent to the designers.';
  return campaign ? approvedMessage(campaign.title) : 'The design is approved. Thank you.';
}

/** Confirms a review as of opening the dialog; after a change that no longer fits, it leads back. */
export function ConfirmReview({
  openedFor,
  design,
  version,
  campaign,
  onView,
  onClose,
  onSubmitted,
}: {
  openedFor: Design;
  design: Design;
  version: DesignVersion;
  campaign: ReviewedMailing | null;
  onView: (side: Side) => void;
  onClose: () => void;
  onSubmitted: () => void;
}) {
  const { action } = reviewState(openedFor);
  const { isBusy, problem, confirm } = useDecision(
    async () => {
      if (action === null) return;
      const answer = await submitReview({ design, versionId: version.id }, campaign?.id ?? null, action);
      toast('success', submittedMessage(answer.decision, campaign));
      onSubmitted();
    },
    (error) => {
      toast('error', messages.reviewFailed);
      return messageOf(error);
    },
  );
  if (action === null) return null;
  // the user's own decision changes the design too
  const change = isBusy ? null : changeSinceConfirmation(openedFor, design);
  const prints = campaign !== null;
  return (
    <Dialog title={titleOf(action, campaign)} onClose={onClose}>
      {change === null ? (
        <>
          {campaign !== null && action === 'approve' && (
            <NamedMailing {...campaign} picture={pictureOf(version)} />
          )}
          <Text size="sm">{consequence(action, prints, reviewState(design).drafts)}</Text>
          {action === 'approve' && <UnviewedSidesOf version={version} onView={onView} />}
          <ConfirmActions
            label={submitLabel(action, prints)}
            problem={problem}
            isBusy={isBusy}
            onConfirm={() => void confirm()}
            onCancel={onClose}
          />
        </>
      ) : (
        <>
          <DialogProblem text={problem} />
          <DesignChangedNotice change={change} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function UnviewedSidesOf({ version, onView }: { version: DesignVersion; onView: (side: Side) => void }) {
  const faces = sidesOf(version).map((side) => ({ side, address: faceOf(version, side)?.url ?? null }));
  return <UnviewedSides sides={unviewedSides(faces)} onView={onView} />;
}

/** Says what changed meanwhile and leads back to the design. Takes the focus from the removed buttons. */
function DesignChangedNotice({ change, onClose }: { change: string; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <Alert color="yellow" variant="light" role="alert">
        The design changed while you decided: {change} Please look at it again.
      </Alert>
      <Group justify="flex-end">
        <Button ref={close} h={44} variant="default" onClick={onClose}>
          Close and look again
        </Button>
      </Group>
    </>
  );
}
