import type { Design, DesignVersion, Side } from '@mailcall/contract/designs.ts';
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { focusRow, usePageKeys } from '../../ui/page-keys.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.tsx';
import { addComment, type DesignMailing, editComment, messageOf, noteFirstView, savePdf } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { ContactCard } from './contact-card.tsx';
import { FaceCanvas } from './face-canvas.tsx';
import type { Point } from './face-view.ts';
import { MailingDetails } from './mailing-details.tsx';
import { useShownReview } from './review-address.ts';
import classes from './review-screen.module.css';
import { faceOf, type NumberedComment, numberedComments, reviewState, sideWords } from './review-state.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { SubmitReview } from './submit-review.tsx';
import { useFaceView } from './use-face-view.ts';
import { reviewSteps, Walkthrough } from './walkthrough.tsx';
import { useWatchedDesign } from './watch-design.ts';

/** Pixels of a face that is not there: the frame needs some shape. */
const noFace = { width: 3, height: 2 };

/** What is being pinned: a new comment, or one's own at another place. */
interface Placing {
  place: Point;
  side: Side;
  requestId: string;
  /** The version that is being written on; null after a newer one was refused: whichever is shown then. */
  versionId: string | null;
}

/** Reviews a design: faces with pins, comments, versions, the decision (spec 3 §2). On its own, or as a campaign's. */
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
  mailings: readonly DesignMailing[];
}) {
  const page = useRef<HTMLDivElement>(null);
  const { shown, change } = useShownReview(design, current);
  const { version, side, comparison, before } = shown;
  const face = faceOf(version, side);
  const state = reviewState(design);
  const heard = useWatchedDesign(design.id, design.revision);
  useFirstView(design, current);
  useNewVersion(current);
  const [placing, setPlacing] = useState<Placing | null>(null);
  const [moving, setMoving] = useState<NumberedComment | null>(null);

  const isCurrent = version.id === current.id;
  const pinnable = state.commentable && isCurrent && comparison === null && face !== null;
  const choose = (id: string | null) => change({ comment: id ?? undefined });
  const show = (next: Side) => change({ side: next });

  const pin = (place: Point) => {
    if (!pinnable || placing) return;
    if (moving) {
      const { id, revision } = moving.comment;
      setMoving(null);
      editComment(id, { side, ...place, revision }).catch((error: unknown) =>
        toast('error', messageOf(error)),
      );
      return;
    }
    setPlacing({ place, side, requestId: newRequestId(), versionId: current.id });
  };
  // the form goes: the next comment is pinned from where this one was
  const leaveForm = () => {
    setPlacing(null);
    page.current?.querySelector<HTMLElement>('[data-surface]')?.focus({ preventScroll: true });
  };
  const view = useFaceView(face ?? noFace, pinnable ? pin : undefined);
  const flip = () => show(side === 'front' ? 'back' : 'front');
  useKeys([
    { key: 'f', does: 'Turn the postcard' },
    { key: '+', does: 'Zoom in' },
    { key: '-', does: 'Zoom out' },
    { key: '0', does: 'Show the whole face' },
  ]);
  usePageKeys(page, { f: flip, '+': view.zoomIn, '=': view.zoomIn, '-': view.zoomOut, 0: view.showWhole });

  const pins = numberedComments(design, version).filter(({ comment }) => comment.side === side);
  const versionWords = `${design.name}, version ${version.version}`;

  return (
    <div ref={page}>
      <ReviewHead
        title={title}
        design={design}
        version={version}
        approved={state.approved}
        requested={state.requested}
      />
      {shown.fromConcepts && state.open && (
        <Alert color="green" variant="light" mb="md">
          Your choice is kept. Now pin what should still change, or approve the design.
        </Alert>
      )}
      {!heard && (
        <Alert color="yellow" variant="light" mb="md" role="status">
          The connection was lost. What others do shows here as soon as it is back.
        </Alert>
      )}
      <div className={classes.layout}>
        <div className={classes.stage}>
          <ReviewToolbar
            design={design}
            shown={shown}
            view={view}
            onSide={show}
            onVersion={(number) =>
              change({
                version: number === current.version ? undefined : String(number),
                comment: undefined,
                compare: undefined,
              })
            }
            onCompare={(one) => change({ compare: one ?? undefined })}
          />
          {moving && (
            <Alert color="blue" variant="light" mb="xs" role="status">
              <Group justify="space-between" gap="xs">
                <Text size="sm">Press the new place of comment {moving.number}.</Text>
                <Button size="compact-md" variant="default" onClick={() => setMoving(null)}>
                  Cancel
                </Button>
              </Group>
            </Alert>
          )}
          {face === null ? (
            <EmptyCard text="This version has no pictures yet." />
          ) : comparison && before ? (
            <CompareVersions
              key={comparison}
              comparison={comparison}
              before={before}
              after={version}
              side={side}
              view={view}
            />
          ) : (
            <FaceCanvas
              face={face}
              side={side}
              description={`${sideWords[side]} of ${versionWords}`}
              view={view}
              pins={pins}
              chosen={shown.comment}
              onChoose={(id) => {
                choose(id);
                focusRow(`comment ${id}`);
              }}
              onPin={pinnable ? pin : null}
              placing={placing?.side === side ? placing.place : null}
              onLeaveForm={leaveForm}
              form={
                placing && (
                  <CommentForm
                    label="Comment"
                    placeholder="What should be different here?"
                    send="Pin Comment"
                    onLeave={leaveForm}
                    onSave={async (body) => {
                      const { comment } = await addComment(design.id, {
                        body,
                        side: placing.side,
                        ...placing.place,
                        requestId: placing.requestId,
                        versionId: placing.versionId ?? current.id,
                      }).catch((error: unknown) => {
                        // the words stay, to be pinned to what is shown now
                        setPlacing({ ...placing, versionId: null });
                        throw error;
                      });
                      leaveForm();
                      choose(comment.id);
                    }}
                  />
                )
              }
            />
          )}
          {pinnable && !placing && (
            <Text size="sm" c="dimmed" mt="xs">
              Press a place on the postcard to pin a comment.
            </Text>
          )}
        </div>
        <div className={classes.side}>
          <SubmitReview design={design} campaignId={campaignId} />
          <section className={classes.comments} aria-label="Comments">
            <CommentList
              design={design}
              version={version}
              open={state.commentable}
              chosen={shown.comment}
              onChoose={(id) => {
                const found = pinsOf(design, version, id);
                change({ comment: id ?? undefined, ...(found ? { side: found.comment.side } : {}) });
              }}
              onMove={(comment) => {
                show(comment.comment.side);
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

/** Tells the server that a customer has seen the version, once (spec 3 §4: first view). */
function useFirstView(design: Design, current: DesignVersion) {
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (current.customerViewed !== null || told.current === current.id) return;
    told.current = current.id;
    // not worth disturbing anybody: the next look tells it again
    noteFirstView(design.id).catch(() => {});
  }, [design.id, current.id, current.customerViewed]);
}

function ReviewHead({
  title,
  design,
  version,
  approved,
  requested,
}: {
  title: string;
  design: Design;
  version: DesignVersion;
  approved: boolean;
  requested: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await savePdf(design, version.id).catch((error: unknown) => toast('error', messageOf(error)));
    setBusy(false);
  };
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <PageHeading title={title} />
        <Group gap={8} mt={4}>
          <Text size="sm" c="dimmed">
            {[design.account.name, design.mediaType].filter(Boolean).join(' · ')}
          </Text>
          <Badge variant="default" tt="none">
            {approved ? 'Approved' : requested ? 'Changes requested' : 'In review'}
          </Badge>
        </Group>
      </div>
      <Group gap="xs">
        <Walkthrough title="How to review a design" steps={reviewSteps} />
        <Button
          variant="default"
          h={44}
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          loading={busy}
          onClick={() => void save()}
        >
          Save as PDF
        </Button>
      </Group>
    </header>
  );
}
