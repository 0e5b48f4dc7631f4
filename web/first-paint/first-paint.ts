import { type FigureName, figureTexts } from '@mailcall/contract/rules/figure-texts.ts';
import { paths } from '../paths.ts';
import { pageTexts } from '../ui/page-texts.ts';

const { callsToCallBack, identityHint, loadingWaiting, referral } = pageTexts;

const figures: readonly FigureName[] = [
  'all',
  'opportunity',
  'appointments',
  'conversion',
  'missed',
  'followUp',
];

const card = (title: string) =>
  `<div class="fp-card"><p class="fp-title">${title}</p><p class="fp-figure"><i></i></p><p class="fp-made-of"><i></i></p><p class="fp-foot"></p></div>`;

const page = (name: string, title: string, tabs: readonly string[], below: string) => `
<div class="fp-frame fp-${name}">
<div class="fp-side"></div>
<div class="fp-top"></div>
<div class="fp-main"><div class="fp-content">
<div class="fp-head"><h1>${title}</h1><i class="fp-scope"></i></div>
<p class="fp-strip">${loadingWaiting}</p>
<div class="fp-tabs">${tabs.map((tab) => `<p>${tab}</p>`).join('')}</div>
<div class="fp-cards">${figures.map((figure) => card(figureTexts[figure].title)).join('')}</div>
<p class="fp-below">${below}</p>
<div class="fp-rows"></div>
</div></div>
</div>`;

const login = (panel: string) => `
<div class="fp-login">
<div class="fp-form"><div>
<i class="fp-mark"></i>
<h1>Log in</h1>
<p class="fp-about">${identityHint}</p>
<p class="fp-label">Email</p>
<i class="fp-input"></i>
<p class="fp-label">Password</p>
<i class="fp-input"></i>
<i class="fp-button"></i>
</div></div>
${panel}
</div>`;

const referralPanel = `<div class="fp-panel"><div>
<p class="fp-promise">${referral.promise}</p>
<p class="fp-offer">${referral.offer}</p>
</div></div>`;

/** HTML of pages before their scripts have run, by path: texts in their places, without anything that depends on person or figures. */
export const firstPaints: Readonly<Record<string, string>> = {
  [paths.login]: login(referralPanel),
  [paths.scoreboard]: page(
    'scoreboard',
    'Scoreboard',
    ['Overview', 'Front Desk', 'All Calls'],
    `${callsToCallBack.title} <span>${callsToCallBack.days}</span>`,
  ),
  [paths.campaigns]: page('campaigns', 'Campaigns', ['Overview'], 'In production'),
};

export const firstPaintsWithoutReferral: Readonly<Record<string, string>> = {
  [paths.login]: login(''),
};
