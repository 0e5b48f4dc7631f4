import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { Alert } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { type DesignMailing, noteFirstView } from './api.ts';
import { CommentList } from './comment-list.tsx';
import { ContactCard } from './contact-card.tsx';
import { MailingDetails } from './mailing-details.tsx';
import { useDisplayedReview } from './review-address.ts';
import { ReviewHead } from './review-head.tsx';
import classes from './review-screen.module.css';
import { ReviewStage } from './review-stage.tsx';
import { type NumberedComment, numberedComments, reviewState } from './review-state.ts';
import { SubmitReview } from './submit-review.tsx';
import { useWatchedDesign } from './watch-design.ts';
import { WritingProvider } from './writing.tsx';

/** Reviews a design: faces with pins, comments, versions, the decision. On its own, or as a campaign's. */
export function ReviewScreen({
  title,
  design,
  current,
  campaignId,
  mailings,
}: {
  title: string;
  design: Design;
  /** The design's current version. */
  current: DesignVersion;
  /** The campaign that is reviewed; null on a design's own page. */
  campaignId: string | null;
  /** All of the design's. */
  mailings: readonly DesignMailing[];
}) {
  const page = useRef<HTMLDivElement>(null);
  const review = useDisplayedReview(design, current);
  const { shown, change } = review;
  const { version } = shown;
  const { commentable } = reviewState(design);
  const isConnected = useWatchedDesign(design.id, design.revision);
  useFirstView(design, current);
  useNewVersion(current);
  const [moving, setMoving] = useState<NumberedComment | null>(null);
  const own = campaignId === null ? mailings : mailings.filter(({ id }) => id === campaignId);

  return (
    <WritingProvider>
      <div ref={page}>
        <ReviewHead title={title} design={design} version={version} mailings={own} />
        {shown.fromConcepts && commentable && (
          <Alert color="green" variant="light" mb="md">
            Your choice is kept. Now pin what should still change, or approve the design.
          </Alert>
        )}
        {!isConnected && (
          <Alert color="yellow" variant="light" mb="md" role="status">
            The connection was lost. What others do shows here as soon as it is back.
          </Alert>
        )}
        <div className={classes.layout}>
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
              shown={shown}
              current={current}
              campaign={campaignId === null ? null : { id: campaignId, name: title }}
              mailings={own}
              onShow={(what) => change({ ...what, compare: undefined })}
            />
            <section className={classes.comments} aria-label="Comments">
              <CommentList
                design={design}
                version={version}
                open={commentable}
                chosen={shown.comment}
                onChoose={(id) => {
                  const found = pinsOf(design, version, id);
                  change({ comment: id ?? undefined, ...(found ? { side: found.comment.side } : {}) });
                }}
                onMove={(comment) => {
                  change({ side: comment.comment.side });
                  setMoving(comment);
                }}
                onVersion={(number) => change({ version: String(number), compare: undefined })}
              />
            </section>
            {design.salesContact && <ContactCard contact={design.salesContact} />}
            <MailingDetails mailings={mailings} />
          </div>
        </div>
      </div>
    </WritingProvider>
  );
}

const pinsOf = (design: Design, version: DesignVersion, id: string | null) =>
  numberedComments(design, version).find(({ comment }) => comment.id === id);

/** Says that a new version has come while one looks. */
function useNewVersion(current: DesignVersion) {
  const last = useRef(current.version);
  useEffect(() => {
    if (current.version > last.current) toast('info', `Version ${current.version} is here.`);
    last.current = current.version;
  }, [current.version]);
}

/** Tells the server that a customer has seen the version, once. */
function useFirstView(design: Design, current: DesignVersion) {
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (current.customerViewed !== null || told.current === current.id) return;
    told.current = current.id;
    // not worth disturbing anybody: the next look tells it again
    noteFirstView(design.id).catch(() => {});
  }, [design.id, current.id, current.customerViewed]);
}
