import { messages } from '@mailcall/contract/rules/messages.ts';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { toast } from '../../ui/toast.tsx';
import { campaignQuery, designMailingsQuery, designsQuery, isNotFound } from './api.ts';
import { BackToMailings, type NamedMailing } from './review-head.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { campaignBlockedReason, designBlockedReason, lastingId } from './review-state.ts';

export function RedirectToStart() {
  const navigate = useNavigate();
  useEffect(() => {
    toast('error', messages.designsFailed);
    void navigate({ to: paths.start, replace: true });
  }, [navigate]);
  return null;
}

function ReviewUnavailable({
  title,
  text,
  mailings = [],
}: {
  title: string;
  text: string;
  mailings?: readonly NamedMailing[];
}) {
  return (
    <>
      <BackToMailings mailings={mailings} />
      <PageHeading title={title} mb="md" />
      <div role="status">
        <EmptyCard text={text} />
      </div>
      {mailings.length === 0 && (
        <Text size="sm" ta="center">
          <Anchor renderRoot={(props) => <Link to={paths.campaigns} {...props} />}>Go to campaigns</Anchor>
        </Text>
      )}
    </>
  );
}

function ReviewLoadError({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <>
      <PageHeading title={title} mb="md" />
      <Failed error={error} onRetry={onRetry} />
    </>
  );
}

export function DesignReviewPage({ accountId, designId }: { accountId: string; designId: string }) {
  const answer = useQuery(designsQuery([designId]));
  const design = answer.data?.find((one) => one.accountId === accountId);
  const mailings = useQuery({
    ...designMailingsQuery(accountId, designId),
    enabled: design !== undefined,
  });
  if (answer.isPending) return <PageLoading />;
  if (answer.isError && !isNotFound(answer.error)) {
    return (
      <ReviewLoadError title="Design Review" error={answer.error} onRetry={() => void answer.refetch()} />
    );
  }
  if (!design) return <RedirectToStart />;
  const blockedReason = designBlockedReason(design);
  if (blockedReason !== null || !design.currentVersion) {
    return (
      <ReviewUnavailable
        title={design.name}
        text={blockedReason ?? messages.noDesignsSelected}
        mailings={mailings.data ?? []}
      />
    );
  }
  return (
    <ReviewScreen
      key={lastingId(design)}
      title={design.name}
      design={design}
      current={design.currentVersion}
      campaign={null}
      mailings={mailings.data ?? []}
    />
  );
}

/** Review of a campaign's design, which also approves the mailing. */
export function CampaignReviewPage({ campaignId }: { campaignId: string }) {
  const answer = useQuery(campaignQuery(campaignId));
  if (answer.isPending) return <PageLoading />;
  if (answer.isError) {
    return isNotFound(answer.error) ? (
      <ReviewUnavailable title="Campaign Review" text={`No campaign found. ${messages.possiblyNotYours}`} />
    ) : (
      <ReviewLoadError title="Campaign Review" error={answer.error} onRetry={() => void answer.refetch()} />
    );
  }
  const { design, title, orderNumber, mailings } = answer.data;
  const blockedReason = campaignBlockedReason(design);
  if (blockedReason !== null || !design?.currentVersion) {
    return (
      <ReviewUnavailable
        title={title}
        text={blockedReason ?? messages.campaignNotReady}
        mailings={[{ id: campaignId, title }]}
      />
    );
  }
  return (
    <ReviewScreen
      key={lastingId(design)}
      title={title}
      design={design}
      current={design.currentVersion}
      campaign={{ id: campaignId, title, orderNumber }}
      mailings={mailings}
    />
  );
}
