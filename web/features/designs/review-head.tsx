import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconFileTypePdf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { MailingPicture } from '../../ui/mailing-picture.tsx';
import { StepBadge } from '../../ui/step-badge.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAccountName } from '../accounts/index.ts';
import { imageUrl, savePdf } from './api.ts';
import { mailingLink } from './mailing-link.ts';
import { faceOf } from './review-state.ts';
import classes from './review-screen.module.css';
import { reviewSteps, Walkthrough } from './walkthrough.tsx';

export interface NamedMailing {
  id: string;
  title: string;
}

/** The ways back to the mailings of a design, each by its title; as high without any, because they load later. */
export function BackToMailings({ mailings }: { mailings: readonly NamedMailing[] }) {
  if (mailings.length === 0) return <div className={classes.back} />;
  return (
    <nav aria-label="Back" className={classes.back}>
      {mailings.map((mailing) => (
        <Anchor
          key={mailing.id}
          size="sm"
          className={classes.backLink ?? ''}
          renderRoot={(props) => <Link {...mailingLink(mailing.id)} {...props} />}
        >
          <IconArrowLeft size={16} aria-hidden />
          Back to {mailing.title}
        </Anchor>
      ))}
    </nav>
  );
}

export function pictureOf(version: DesignVersion): string | null {
  const face = faceOf(version, 'front') ?? faceOf(version, 'back');
  return face && imageUrl(face.thumbnailUrl);
}

export function ReviewHead({
  title,
  design,
  version,
  orderNumber,
  mailings,
  ofCampaign,
}: {
  title: string;
  design: Design;
  version: DesignVersion;
  /** Order number of the reviewed campaign, if that is not its title; null otherwise. */
  orderNumber: string | null;
  ofCampaign: boolean;
  mailings: readonly NamedMailing[];
}) {
  const nameOf = useAccountName();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await savePdf(design, version.id).catch((error: unknown) => toast('error', messageOf(error)));
    setBusy(false);
  };
  // the links back name its mailings
  const about = [
    title === design.name ? null : design.name,
    orderNumber === null ? null : `Order ${orderNumber}`,
    nameOf({ accountId: design.accountId, accountName: design.account.name }),
    design.mediaType,
  ];
  return (
    <>
      <BackToMailings mailings={mailings} />
      <header className={classes.head}>
        <MailingPicture address={pictureOf(version)} name={`Front of ${title}`} />
        <div className={classes.names}>
          <PageHeading title={title} className={classes.title ?? ''} />
          <Group gap="4px 12px">
            <Text size="sm" c="dimmed">
              {about.filter(Boolean).join(' · ')}
            </Text>
            {design.nextStep !== null && !design.archived && (
              <StepBadge step={design.nextStep} of={ofCampaign ? 'mailing' : 'design'} />
            )}
          </Group>
        </div>
        <Group gap="xs">
          <Walkthrough title="How to review a design" steps={reviewSteps} />
          <Button
            variant="default"
            h={44}
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => void save()}
          >
            Save as PDF
          </Button>
        </Group>
      </header>
    </>
  );
}
