import { Anchor, Modal, SegmentedControl, Text } from '@mantine/core';
import { type Side, sides } from '@mailcall/contract/designs.ts';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { mailtoUrl } from '@mailcall/contract/rules/email.ts';
import { useEffect, useRef } from 'react';
import { config } from '../../platform/config.ts';
import { useKeyHelp } from '../../platform/keys.ts';
import { markFaceViewed } from '../../ui/viewed-faces.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import classes from './design-preview.module.css';
import { useChangeDrawer } from './drawer-address.ts';
import { MailingFace } from './mailing-face.tsx';
import { facesOf } from './mailing-faces.ts';

export function DesignPreview({ mailing, side }: { mailing: Mailing; side: Side }) {
  const change = useChangeDrawer();
  const faces = facesOf(mailing);
  const face = faces.find((one) => one.side === side) ?? faces[0];
  const { supportAddress } = config().provider;
  const image = face?.image ?? null;
  useEffect(() => {
    if (image !== null) markFaceViewed(image);
  }, [image]);
  if (!face) return null;
  return (
    <Modal
      opened
      onClose={() => change({ preview: undefined })}
      fullScreen
      title={mailingTitle(mailing)}
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      classNames={{
        content: classes.content ?? '',
        body: classes.body ?? '',
        title: classes.title ?? '',
      }}
    >
      <SideSwitch
        offered={faces.map((one) => one.side)}
        side={face.side}
        onSide={(next) => change({ preview: next })}
      />
      <div className={classes.face}>
        <MailingFace
          key={face.side}
          path={face.image}
          placeholder={face.thumbnail}
          name={`${face.label} of ${mailingTitle(mailing)}`}
          eager
        />
      </div>
      <Text size="sm" ta="center">
        For design changes, write to{' '}
        <Anchor href={mailtoUrl(supportAddress)} inherit className={classes.address ?? ''}>
          {supportAddress}
        </Anchor>
      </Text>
    </Modal>
  );
}

function SideSwitch({
  offered,
  side,
  onSide,
}: {
  offered: readonly Side[];
  side: Side;
  onSide: (side: Side) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const switchTo = (to: Side) => {
    if (offered.includes(to) && to !== side) onSide(to);
  };
  useKeyHelp([
    { key: 'ArrowLeft', description: 'Front of the design' },
    { key: 'ArrowRight', description: 'Back of the design' },
  ]);
  usePageKeys(container, { ArrowLeft: () => switchTo('front'), ArrowRight: () => switchTo('back') });
  return (
    <div ref={container} className={classes.switch}>
      {offered.length > 1 && (
        <SegmentedControl
          aria-label="Face"
          value={side}
          onChange={(value) => {
            const chosen = sides.find((one) => one === value);
            if (chosen) onSide(chosen);
          }}
          data={[
            { value: 'front', label: 'Front' },
            { value: 'back', label: 'Back' },
          ]}
          classNames={{ label: classes.choice ?? '' }}
        />
      )}
    </div>
  );
}
