import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RowOutcomes, OutcomeBadges } from './outcome-badges.tsx';

describe.each([
  ['in a table', RowOutcomes],
  ['in a list', OutcomeBadges],
])('the outcome of a call %s', (_, Outcome) => {
  const textOf = (props: Parameters<typeof Outcome>[0]) =>
    renderToStaticMarkup(
      <MantineProvider>
        <Outcome {...props} />
      </MantineProvider>,
    )
      .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
      .replaceAll(/<[^>]*>/g, '|');

  test('says next to the outcome that the call was resolved', () => {
    expect(textOf({ outcome: ['missed call'], resolved: true })).toMatch(/Missed Call.*Resolved/);
    expect(textOf({ outcome: [], resolved: true })).toMatch(/Not scored yet.*Resolved/);
  });

  test('does not say so before', () => {
    expect(textOf({ outcome: ['missed call'] })).not.toContain('Resolved');
    expect(textOf({ outcome: ['missed call'], resolved: false })).not.toContain('Resolved');
  });
});
