import { type ProTip, proTipImage, proTips } from '@mailcall/contract/image-to-pdf.ts';
import { urlOf } from '../../platform/api.ts';

const fetched = new Set<ProTip>();

/** Address of a Pro Tip Training page's image. */
export const proTipImageUrl = (proTip: ProTip) => urlOf(proTipImage, { params: { proTip } });

/** Brings a Pro Tip Training page's image to the browser ahead of its being shown, once. */
export function fetchProTip(name: string): void {
  const proTip = proTips.find((known) => known === name);
  if (proTip === undefined || fetched.has(proTip)) return;
  fetched.add(proTip);
  new Image().src = proTipImageUrl(proTip);
}
