import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { type DesignMailing, recordFirstView } from './api.ts';
import { CommentList } from './comment-list.tsx';
import type { ReviewedMailing } from './confirm-review.tsx';
import { ContactCard } from './contact-card.tsx';
import { MailingDetails } from './mailing-details.tsx';
import { useDisplayedReview } from './review-address.ts';
import { ReviewHead } from './review-head.tsx';
import classes from './review-screen.module.css';
import { ReviewStage } from './review-stage.tsx';
import { type NumberedComment, numberedComments, reviewState } from './review-state.ts';
import { SubmitReview } from './submit-review.tsx';
import { useDesignUpdates } from './design-updates.ts';
import { OpenFormsProvider } from './open-forms.tsx';

export function ReviewScreen({
  title,
  design,
  current,
  campaign,
  mailings,
}: {
  title: string;
  design: Design;
  current: DesignVersion;
  campaign: ReviewedMailing | null;
  mailings: readonly DesignMailing[];
}) {
  const page = useRef<HTMLDivElement>(null);
  const review = useDisplayedReview(design, current);
  const { displayed, change } = review;
  const { commentable } = reviewState(design);
  const isConnected = useDesignUpdates(design);
  useFirstView(design, current);
  useNewVersionToast(current);
  const [moving, setMoving] = useState<NumberedComment | null>(null);
  const own = campaign === null ? mailings : mailings.filter(({ id }) => id === campaign.id);
  return (
    <OpenFormsProvider>
      <div ref={page}>
        <ReviewHead
          title={title}
          design={design}
          version={displayed.version}
          mailings={own}
          orderNumber={campaign === null || campaign.orderNumber === title ? null : campaign.orderNumber}
          ofCampaign={campaign !== null}
        />
        <Notices isAfterChoice={displayed.fromConcepts && commentable} isConnected={isConnected} />
        <div className={classes.layout} data-pair={displayed.comparison === 'side-by-side' || undefined}>
          <ReviewStage
            page={page}
            design={design}
            current={current}
            review={review}
            commentable={commentable}
            moving={moving}
            onMoved={() => setMoving(null)}
          />
          <div className={classes.side}>
            <SubmitReview
              design={design}
              displayed={displayed}
              current={current}
              campaign={campaign}
              mailings={own}
              onShow={(what) => change({ ...what, compare: undefined })}
            />
            <Comments design={design} review={review} commentable={commentable} onMove={setMoving} />
            {design.salesContact && <ContactCard contact={design.salesContact} />}
            <MailingDetails mailings={mailings} />
          </div>
        </div>
      </div>
    </OpenFormsProvider>
  );
}

function Notices({ isAfterChoice, isConnected }: { isAfterChoice: boolean; isConnected: boolean }) {
  return (
    <>
      {isAfterChoice && (
        <Alert color="green" variant="light" mb="md">
          Your choice is saved. Now pin what should still change, or approve the design.
        </Alert>
      )}
      {!isConnected && (
        <Alert color="yellow" variant="light" mb="md" role="status">
          The connection was lost. Changes by others will appear here once it is restored.
        </Alert>
      )}
    </>
  );
}

function Comments({
  design,
  review: { displayed, change },
  commentable,
  onMove,
}: {
  design: Design;
  review: ReturnType<typeof useDisplayedReview>;
  commentable: boolean;
  onMove: (comment: NumberedComment) => void;
}) {
  const { version } = displayed;
  const sideOf = (id: string | null) =>
    numberedComments(design, version).find(({ comment }) => comment.id === id)?.comment.side;
  return (
    <section className={classes.comments} aria-label="Comments">
      <CommentList
        design={design}
        version={version}
        isOpen={commentable}
        openComment={displayed.comment}
        onOpenComment={(id) => {
          const side = sideOf(id);
          change({ comment: id ?? undefined, ...(side ? { side } : {}) });
        }}
        onMove={(numbered) => {
          change({ side: numbered.comment.side });
          onMove(numbered);
        }}
        onVersion={(number) => change({ version: String(number), compare: undefined })}
      />
    </section>
  );
}

function useNewVersionToast(current: DesignVersion) {
  const last = useRef(current.version);
  useEffect(() => {
    if (current.version > last.current) toast('info', `Version ${current.version} is here.`);
    last.current = current.version;
  }, [current.version]);
}

/** Reports a customer's first view of the version once. */
function useFirstView(design: Design, current: DesignVersion) {
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (current.customerViewed !== null || reported.current === current.id) return;
    reported.current = current.id;
    // no error message: the next visit reports it again
    recordFirstView(design.id).catch(() => {});
  }, [design.id, current.id, current.customerViewed]);
}
