import { sideLabels, sides } from '@mailcall/contract/designs.ts';
import type { DeskDesignDetails, DeskDesignState } from '@mailcall/contract/provider-designs.ts';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { newRequestId } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { formatInstantDay } from '../../ui/dates.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { numberedComments } from '../designs/index.ts';
import { choicesQuery, designQuery, saveVersion, sendToClient } from './api.ts';
import { CommentAnswer } from './comment-answer.tsx';
import { DesignFields } from './design-fields.tsx';
import { DeskFace } from './desk-face.tsx';
import classes from './designs.module.css';
import { DropFaces, type Faces, imagesOf } from './drop-faces.tsx';
import { otherProblem, problemsOf } from './new-design.tsx';
import { SendFields, sendingOf, type SendingValues, usualReminder, usualReviewers } from './send-fields.tsx';

export const stateTexts: Readonly<Record<DeskDesignState, string>> = {
  notSent: 'Not sent',
  withClient: 'With the client',
  changes: 'Changes requested',
  approved: 'Approved',
  notChosen: 'Archived',
};

export function DeskDesignPage({ id }: { id: string }) {
  const answer = useQuery(designQuery(id));
  return (
    <div className={classes.page}>
      <PageLink to={paths.providerSection('designs')} search={{}} icon={IconArrowLeft}>
        Designs
      </PageLink>
      <Answer query={answer} skeleton={<Skeleton height="24rem" />}>
        {(details) => <Details details={details} />}
      </Answer>
    </div>
  );
}

function Details({ details }: { details: DeskDesignDetails }) {
  const { design, state, sent, concepts } = details;
  const { data: choices } = useQuery(choicesQuery(design.accountId));
  const isOpen = state !== 'approved' && state !== 'notChosen';
  const mailings = design.campaignIds.join(',');
  return (
    <>
      <div>
        <PageHeading title={design.name} />
        <Text c="dimmed">
          {design.account.name} · {stateTexts[state]}
          {design.currentVersion && ` · version ${design.currentVersion.version}`}
        </Text>
        {sent && (
          <Text size="sm" c="dimmed">
            Sent {formatInstantDay(sent.at)} by {sent.by} to{' '}
            {sent.reviewers.map(({ name }) => name).join(', ') || 'nobody who is left'}
            {sent.dueOn !== null && `, due ${formatDay(sent.dueOn)}`}
            {sent.remindDays !== null &&
              `, with a reminder ${sent.remindDays === 1 ? 'the day' : `${sent.remindDays} days`} before`}
          </Text>
        )}
        {state === 'approved' && design.customerReviewer !== null && (
          <Text size="sm">Approved by {design.customerReviewer}.</Text>
        )}
      </div>
      <div className={classes.layout}>
        <Versions details={details} />
        <div className={classes.part}>
          {isOpen && choices && (
            <SendPart key={design.currentVersion?.id} details={details} choices={choices} />
          )}
          {choices && <DesignFields details={details} choices={choices} />}
          {design.campaignIds.length > 0 && (
            <section aria-labelledby="concepts" className={classes.part}>
              <h2 id="concepts">Concepts of its mailings</h2>
              {concepts.length === 0 ? (
                <Text size="sm" c="dimmed">
                  This is the only design.
                </Text>
              ) : (
                <ul className={classes.comments}>
                  {concepts.map((concept) => (
                    <li key={concept.id}>
                      <Link to={paths.providerDesign(concept.id)}>{concept.name}</Link>{' '}
                      <Text span size="sm" c="dimmed">
                        {stateTexts[concept.state]}
                      </Text>
                    </li>
                  ))}
                </ul>
              )}
              <div>
                <Button
                  variant="default"
                  renderRoot={(props) => (
                    <Link
                      to={paths.providerSection('designs/new')}
                      search={{ office: design.accountId, mailings } as never}
                      {...props}
                    />
                  )}
                >
                  Add a concept
                </Button>
              </div>
            </section>
          )}
        </div>
      </div>
    </>
  );
}

function Versions({ details: { design, changed } }: { details: DeskDesignDetails }) {
  const [openPin, setOpenPin] = useState<string | null>(null);
  const versions = [...(design.currentVersion ? [design.currentVersion] : []), ...design.previousVersions];
  const open = (id: string) => {
    setOpenPin(id);
    document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
  if (versions.length === 0) return <Text c="dimmed">No version yet.</Text>;
  return (
    <div className={classes.part}>
      {versions.map((version, index) => {
        const comments = numberedComments(design, version);
        return (
          <section key={version.id} aria-label={`Version ${version.version}`} className={classes.part}>
            <h2>Version {version.version}</h2>
            <div className={classes.pair}>
              {sides.map((side) => {
                const face = version[side];
                if (!face) return null;
                return (
                  <DeskFace
                    key={side}
                    face={face}
                    side={side}
                    description={`${sideLabels[side]} of version ${version.version}`}
                    outlines={index === 0 ? changed[side] : []}
                    openPin={openPin}
                    onPin={open}
                    pins={comments
                      .filter(({ comment }) => comment.side === side)
                      .map(({ number, comment }) => ({
                        id: comment.id,
                        number,
                        x: comment.x,
                        y: comment.y,
                        label: `Comment ${number} by ${comment.author.name}`,
                      }))}
                  />
                );
              })}
            </div>
            {index === 0 && (changed.front.length > 0 || changed.back.length > 0) && (
              <Text size="sm" c="dimmed">
                Outlined: what differs from version {versions[1]?.version}.
              </Text>
            )}
            {comments.length > 0 && (
              <ol className={classes.comments} aria-label={`Comments on version ${version.version}`}>
                {comments.map(({ number, comment, status }) => (
                  <li
                    key={comment.id}
                    id={`comment-${comment.id}`}
                    className={classes.comment}
                    data-open={comment.id === openPin || undefined}
                  >
                    <Text size="sm" c="dimmed">
                      {number} · {comment.side} · {comment.author.name},{' '}
                      {formatInstantDay(comment.createdDate)} · {status}
                    </Text>
                    <Text>{comment.body}</Text>
                    {comment.replies.map((reply) => (
                      <div key={reply.id} className={classes.reply}>
                        <Text size="sm" c="dimmed">
                          {reply.author.name}
                          {reply.status === 'Accepted' && ' · will be done'}
                        </Text>
                        <Text>{reply.body}</Text>
                      </div>
                    ))}
                    <CommentAnswer designId={design.id} number={number} commentId={comment.id} />
                  </li>
                ))}
              </ol>
            )}
          </section>
        );
      })}
    </div>
  );
}

function SendPart({
  details: { design, state, sent },
  choices,
}: {
  details: DeskDesignDetails;
  choices: Parameters<typeof SendFields>[0]['choices'];
}) {
  const current = design.currentVersion;
  const [requestId] = useState(newRequestId);
  const [faces, setFaces] = useState<Faces>({});
  const able = new Set(choices.reviewers.map(({ id }) => id));
  const [given, setGiven] = useState<SendingValues | null>(null);
  const before = sent?.reviewers.map(({ id }) => id).filter((id) => able.has(id)) ?? [];
  const values = given ?? {
    reviewers: before.length > 0 ? before : usualReviewers(choices),
    dueOn: state === 'withClient' ? (sent?.dueOn ?? '') : '',
    remindDays: state === 'withClient' && sent?.dueOn ? String(sent.remindDays ?? '') : usualReminder,
  };
  const hasNew = faces.front !== undefined || faces.back !== undefined;
  const next = (current?.version ?? 0) + 1;
  const sending = useMutation({
    mutationFn: () =>
      hasNew || !current
        ? saveVersion(design.id, {
            requestId,
            currentVersionId: current?.id ?? null,
            ...imagesOf(faces),
            ...sendingOf(values),
          })
        : sendToClient(design.id, { versionId: current.id, ...sendingOf(values) }),
    onSuccess: () => {
      toast('success', hasNew ? `Version ${next} was sent to the client.` : 'Sent to the client.');
      setGiven(null);
    },
  });
  useUnsavedInput((hasNew || given !== null) && !sending.isSuccess);
  const problems = problemsOf(sending.error);
  const other = otherProblem(sending.error, ['front', 'reviewers', 'dueOn', 'remindDays']);
  return (
    <form
      className={classes.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate();
      }}
    >
      <DropFaces
        accountId={design.accountId}
        designId={design.id}
        formats={choices.formats}
        faces={faces}
        onFaces={setFaces}
        problem={problems['front'] ?? null}
      />
      <SendFields choices={choices} values={values} problems={problems} onChange={setGiven} />
      {other !== null && (
        <Alert color="red" variant="light" role="alert">
          {other}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={sending.isPending} disabled={!hasNew && !current}>
          {hasNew
            ? `Send version ${next} to client`
            : state === 'withClient'
              ? 'Save who reviews it'
              : 'Send to client'}
        </Button>
      </Group>
    </form>
  );
}
