import { Anchor, Text } from '@mantine/core';
import type { Side } from '@mailcall/contract/designs.ts';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { Link } from '@tanstack/react-router';
import { conceptsLink, reviewLink } from './design-pages.ts';
import { useChangeDrawer } from './drawer-address.ts';
import { DesignPreview } from './design-preview.tsx';
import classes from './mailing-design.module.css';
import { MailingFace } from './mailing-face.tsx';
import { facesOf } from './mailing-faces.ts';

export function MailingDesign({ mailing, preview }: { mailing: Mailing; preview: Side | null }) {
  const change = useChangeDrawer();
  const faces = facesOf(mailing);
  const isChoice = mailing.nextStep === 'chooseConcept';
  const page = isChoice ? conceptsLink(mailing) : reviewLink(mailing);
  return (
    <>
      <div className={classes.faces}>
        {faces.map(({ side, label, thumbnail }) => (
          <figure key={side} className={classes.figure}>
            <div className={classes.face}>
              <MailingFace
                path={thumbnail}
                name={`${label} of ${mailingTitle(mailing)}`}
                eager
                enlarge={{
                  label: `View the ${side} in full screen`,
                  onEnlarge: () => change({ preview: side }),
                }}
              />
            </div>
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
      {page === null ? null : (
        <Text size="sm" mt="md">
          <Anchor
            className={classes.open ?? ''}
            renderRoot={(props) => <Link to={page.to} search={(page.search ?? {}) as never} {...props} />}
          >
            {isChoice ? 'Choose a Design' : 'Open the design review'}
          </Anchor>
        </Text>
      )}
      {preview === null ? null : <DesignPreview mailing={mailing} side={preview} />}
    </>
  );
}
