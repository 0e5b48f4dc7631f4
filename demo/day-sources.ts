import type { CallSource } from './call-generator.ts';
import { callRateOn, type Campaign, type Line } from './campaigns.ts';
import { firstDay, type Office } from './offices.ts';
import type { Random } from './random.ts';
import { dayFactor, hourWeights, elapsedShareOfDay } from './volume.ts';

/** Call rates without a campaign, relative to the campaigns' rates. */
const rateWithoutCampaign = { officeLine: 0.105, noLine: 0.02 } as const;

/** Relative number of calls per day; today counts in proportion to elapsed time. */
export function dayWeights(
  office: Office,
  campaigns: readonly Campaign[],
  today: number,
  end: number,
): { weights: number[]; total: number } {
  const callRates = new Float64Array(today - firstDay + 1).fill(
    rateWithoutCampaign.officeLine + rateWithoutCampaign.noLine,
  );
  for (const campaign of campaigns) {
    for (let day = campaign.delivery; day <= Math.min(campaign.lastCallDay, today); day += 1) {
      callRates[day - firstDay] = (callRates[day - firstDay] as number) + callRateOn(campaign, day);
    }
  }
  let total = 0;
  const weights = Array.from(callRates, (callRate, at) => {
    const day = firstDay + at;
    if (day < office.joined) return 0;
    const open = hourWeights(office, day).reduce((sum, hour) => sum + hour, 0);
    const elapsed = day === today ? elapsedShareOfDay(office, day, end) : 1;
    const weight = dayFactor(office, day) * callRate * open * elapsed;
    total += weight;
    return weight;
  });
  return { weights, total };
}

export interface DaySources {
  campaigns: readonly Campaign[];
  callRates: readonly number[];
  total: number;
  officeLine: Line;
}

export function daySourcesOf(campaigns: readonly Campaign[], officeLine: Line, day: number): DaySources {
  const active = campaigns.filter((campaign) => callRateOn(campaign, day) > 0);
  const callRates = active.map((campaign) => callRateOn(campaign, day));
  const total = callRates.reduce(
    (sum, callRate) => sum + callRate,
    rateWithoutCampaign.officeLine + rateWithoutCampaign.noLine,
  );
  return { campaigns: active, callRates, total, officeLine };
}

export function drawSource(sources: DaySources, random: Random): CallSource {
  let roll = random.next() * sources.total;
  for (const [at, campaign] of sources.campaigns.entries()) {
    roll -= sources.callRates[at] as number;
    if (roll >= 0) continue;
    campaign.calls += 1;
    return { campaign, line: campaign.line, namesCampaign: !random.chance(0.03) };
  }
  if (roll < rateWithoutCampaign.noLine) return { campaign: null, line: null, namesCampaign: false };
  return { campaign: null, line: sources.officeLine, namesCampaign: false };
}
