import { expect, test } from 'vitest';
import { fillLayout } from './fill-layout.ts';

test('fills in texts and lists', () => {
  const layout =
    '{{who}}:<!-- each rows --><li>{{name}} of {{who}}<!-- each notes --> ({{note}})<!-- end notes --></li><!-- end rows -->';
  expect(
    fillLayout(layout, {
      who: 'A & B',
      rows: [
        { name: '<i>', notes: [] },
        { name: '{{who}}', notes: [{ note: 'x' }, { note: 'y' }] },
      ],
    }),
  ).toBe('A &amp; B:<li>&lt;i&gt; of A &amp; B</li><li>{{who}} of A &amp; B (x) (y)</li>');
});

test.each(['{{name}}', '<!-- each name --><!-- end name -->'])('refuses %s without a value', (layout) => {
  expect(() => fillLayout(layout, {})).toThrow('The layout needs name.');
});
