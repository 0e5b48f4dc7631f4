import type { CallSource } from './call-teller.ts';
import { pullOf, type Campaign, type Line } from './campaigns.ts';
import { dayOf } from './local-time.ts';
import type { Office } from './offices.ts';
import type { Random } from './random.ts';
import { dayFactor, hoursOf, shareOfDayGone } from './volume.ts';

/** First day of the story. */
export const firstDay = dayOf('2018-01-01');

/** How strongly calls come in without a campaign, beside the campaigns' pull. */
const withoutCampaign = { officeLine: 0.105, nothing: 0.02 } as const;

/** How busy each day is beside the others; today counts as far as it has gone. */
export function busynessOfDays(
  office: Office,
  campaigns: readonly Campaign[],
  today: number,
  end: number,
): { weights: number[]; total: number } {
  const pulls = new Float64Array(today - firstDay + 1).fill(
    withoutCampaign.officeLine + withoutCampaign.nothing,
  );
  for (const campaign of campaigns) {
    for (let day = campaign.delivery; day <= Math.min(campaign.last, today); day += 1) {
      pulls[day - firstDay] = (pulls[day - firstDay] as number) + pullOf(campaign, day);
    }
  }
  let total = 0;
  const weights = Array.from(pulls, (pull, at) => {
    const day = firstDay + at;
    const open = hoursOf(office, day).reduce((sum, hour) => sum + hour, 0);
    const gone = day === today ? shareOfDayGone(office, day, end) : 1;
    const busyness = dayFactor(office, day) * pull * open * gone;
    total += busyness;
    return busyness;
  });
  return { weights, total };
}

/** Where calls of a day come from, with how likely each is. */
export interface DaySources {
  campaigns: readonly Campaign[];
  pulls: readonly number[];
  total: number;
  officeLine: Line;
}

/** The sources that bring calls on a day. */
export function sourcesOf(campaigns: readonly Campaign[], officeLine: Line, day: number): DaySources {
  const pulling = campaigns.filter((campaign) => pullOf(campaign, day) > 0);
  const pulls = pulling.map((campaign) => pullOf(campaign, day));
  const total = pulls.reduce((sum, pull) => sum + pull, withoutCampaign.officeLine + withoutCampaign.nothing);
  return { campaigns: pulling, pulls, total, officeLine };
}

/** Draws where a call of the day comes from and counts it with its campaign. */
export function drawSource(sources: DaySources, random: Random): CallSource {
  let mark = random.next() * sources.total;
  for (const [at, campaign] of sources.campaigns.entries()) {
    mark -= sources.pulls[at] as number;
    if (mark >= 0) continue;
    campaign.calls += 1;
    return { campaign, line: campaign.line, namesCampaign: !random.chance(0.03) };
  }
  if (mark < withoutCampaign.nothing) return { campaign: null, line: null, namesCampaign: false };
  return { campaign: null, line: sources.officeLine, namesCampaign: false };
}
