import { expect, test } from 'vitest';
import { proTips } from '../pro-tips.ts';
import { gradeOfHoldTime, gradeOfPercent } from './grades.ts';
import { gradeTexts, proTipPages, proTipText } from './pro-tip-pages.ts';

test.each<[graded: Parameters<typeof gradeTexts>[0], bands: string[]]>([
  ['asked', ['A 86% and above', 'B 70 – 85%', 'C 60 – 69%', 'D 0 – 59%']],
  ['pricing', ['A 85% and above', 'B 70 – 84%', 'C 30 – 69%', 'D 0 – 29%']],
  ['hold', ['A 85% and above', 'B 70 – 84%', 'C 30 – 69%', 'D 0 – 29%']],
  ['hold time', ['A up to 30 secs', 'B up to 1 min', 'C up to 2 mins', 'D longer']],
  [null, []],
])('the bands of %s are those of its grades', (graded, bands) => {
  expect(gradeTexts(graded, 'by-card').map(({ grade, band }) => `${grade} ${band}`)).toEqual(bands);
});

test('matches band texts to the rule', () => {
  expect([86, 85, 70, 69, 60, 59].map((rate) => gradeOfPercent('asked', rate)).join('')).toBe('ABBCCD');
  expect([30, 60, 120, 121].map(gradeOfHoldTime).join('')).toBe('ABCD');
});

test('has the same content in a page’s text and image', () => {
  for (const proTip of proTips) {
    const text = proTipText(proTip, 'by-card');
    const { headline, lead, dialogue, tips, counted } = proTipPages[proTip];
    const said = [
      headline,
      lead,
      counted,
      ...dialogue.map((line) => line.text),
      ...tips.flatMap(Object.values),
    ];
    for (const part of said) expect(text).toContain(part);
  }
  expect(proTipText('hold-time', 'one')).toContain('Grades: A up to 30 secs, B up to 1 min');
  expect(proTipText('interacted-with-ivr', 'by-card')).not.toContain('Grades');
  expect(proTipText('pricing-answers', 'by-card')).toContain('C 30 – 69%');
  expect(proTipText('pricing-answers', 'one')).toContain('C 60 – 69%');
});
