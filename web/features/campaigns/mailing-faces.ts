import { type Side, sideLabels } from '@mailcall/contract/designs.ts';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { hasOnlyFront } from '@mailcall/contract/rules/mailing.ts';

/** Faces of a mailing's design; CallPro has only a front. */
export function facesOf(mailing: Mailing) {
  const front = {
    side: 'front' as Side,
    label: sideLabels.front,
    thumbnail: mailing.frontDesignThumbnailUrl,
    image: mailing.frontDesignUrl,
  };
  const back = {
    side: 'back' as Side,
    label: sideLabels.back,
    thumbnail: mailing.backDesignThumbnailUrl,
    image: mailing.backDesignUrl,
  };
  return hasOnlyFront(mailing.campaignType) ? [front] : [front, back];
}
