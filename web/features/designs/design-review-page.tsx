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
import { campaignQuery, designMailingsQuery, designsQuery, isMissing } from './api.ts';
import { BackToMailings, type NamedMailing } from './review-head.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { whyNotCampaign, whyNotDesign } from './review-state.ts';

/** Leads to the start page with a message: what was asked for is not there. */
export function Gone() {
  const navigate = useNavigate();
  useEffect(() => {
    toast('error', messages.designsFailed);
    void navigate({ to: paths.start, replace: true });
  }, [navigate]);
  return null;
}

/** Says why a review does not open, and leads back to its mailings, or else to the campaigns. */
function Blocked({
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
          <Anchor renderRoot={(props) => <Link to={paths.campaigns} {...props} />}>Go to Campaigns</Anchor>
        </Text>
      )}
    </>
  );
}

function NotLoaded({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <>
      <PageHeading title={title} mb="md" />
      <Failed error={error} onRetry={onRetry} />
    </>
  );
}

/** A design's own review (customer design review). */
export function DesignReviewPage({ accountId, designId }: { accountId: string; designId: string }) {
  const answer = useQuery(designsQuery([designId]));
  const design = answer.data?.find((one) => one.id === designId && one.accountId === accountId);
  const mailings = useQuery({
    ...designMailingsQuery(accountId, designId),
    enabled: design !== undefined,
  });
  if (answer.isPending) return <PageLoading />;
  if (answer.isError && !isMissing(answer.error)) {
    return <NotLoaded title="Design Review" error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (!design) return <Gone />;
  const whyNot = whyNotDesign(design);
  if (whyNot !== null || !design.currentVersion) {
    return (
      <Blocked
        title={design.name}
        text={whyNot ?? messages.noDesignsSelected}
        mailings={mailings.data ?? []}
      />
    );
  }
  return (
    <ReviewScreen
      key={design.id}
      title={design.name}
      design={design}
      current={design.currentVersion}
      campaignId={null}
      mailings={mailings.data ?? []}
    />
  );
}

/** The review of a campaign's design, which approves the mailing too (campaign review). */
export function CampaignReviewPage({ campaignId }: { campaignId: string }) {
  const answer = useQuery(campaignQuery(campaignId));
  if (answer.isPending) return <PageLoading />;
  if (answer.isError) {
    return isMissing(answer.error) ? (
      <Blocked title="Campaign Review" text={`No campaign found. ${messages.perhapsNotYours}`} />
    ) : (
      <NotLoaded title="Campaign Review" error={answer.error} onRetry={() => void answer.refetch()} />
    );
  }
  const { design, name, mailings } = answer.data;
  const whyNot = whyNotCampaign(design);
  if (whyNot !== null || !design?.currentVersion) {
    return (
      <Blocked
        title={name}
        text={whyNot ?? messages.campaignNotReady}
        mailings={[{ id: campaignId, name }]}
      />
    );
  }
  return (
    <ReviewScreen
      key={design.id}
      title={name}
      design={design}
      current={design.currentVersion}
      campaignId={campaignId}
      mailings={mailings}
    />
  );
}
