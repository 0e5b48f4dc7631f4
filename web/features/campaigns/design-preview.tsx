import { Anchor, Modal, SegmentedControl, Text } from '@mantine/core';
import { type Side, sides } from '@mailcall/contract/designs.ts';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { useEffect, useRef } from 'react';
import { config } from '../../platform/config.ts';
import { useKeys } from '../../platform/keys.ts';
import { noteLookedAt } from '../../ui/looked-at.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import classes from './design-preview.module.css';
import { useChangeDrawer } from './drawer-address.ts';
import { MailingFace } from './mailing-face.tsx';
import { facesOf } from './mailing-faces.ts';

/** A face of a mailing on the whole screen, with the other one a press or an arrow key away. */
export function DesignPreview({ mailing, side }: { mailing: Mailing; side: Side }) {
  const change = useChangeDrawer();
  const faces = facesOf(mailing);
  const face = faces.find((one) => one.side === side) ?? faces[0];
  const { supportAddress } = config().provider;
  const image = face?.image ?? null;
  useEffect(() => {
    if (image !== null) noteLookedAt(image);
  }, [image]);
  if (!face) return null;
  return (
    <Modal
      opened
      onClose={() => change({ preview: undefined })}
      fullScreen
      title={mailing.name}
      closeButtonProps={{ 'aria-label': 'Close the preview', size: 44 }}
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
          name={`${face.words} of ${mailing.name}`}
          eager
        />
      </div>
      <Text size="sm" ta="center">
        For design changes, write to{' '}
        <Anchor href={`mailto:${supportAddress}`} inherit className={classes.address ?? ''}>
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
  const place = useRef<HTMLDivElement>(null);
  const turn = (to: Side) => {
    if (offered.includes(to) && to !== side) onSide(to);
  };
  useKeys([
    { key: 'ArrowLeft', does: 'Front of the design' },
    { key: 'ArrowRight', does: 'Back of the design' },
  ]);
  usePageKeys(place, { ArrowLeft: () => turn('front'), ArrowRight: () => turn('back') });
  return (
    <div ref={place} className={classes.switch}>
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
