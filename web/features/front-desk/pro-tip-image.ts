import { type ProTip, proTipImage, proTips } from '@mailcall/contract/pro-tips.ts';
import { urlOf } from '../../platform/api.ts';

const fetched = new Set<ProTip>();

export const proTipImageUrl = (proTip: ProTip) => urlOf(proTipImage, { params: { proTip } });

export function fetchProTip(name: string): void {
  const proTip = proTips.find((known) => known === name);
  if (proTip === undefined || fetched.has(proTip)) return;
  fetched.add(proTip);
  new Image().src = proTipImageUrl(proTip);
}
