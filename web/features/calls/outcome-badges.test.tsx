import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FirstOutcome, OutcomeBadges } from './outcome-badges.tsx';

describe.each([
  ['in a table', FirstOutcome],
  ['in a list', OutcomeBadges],
])('the outcome of a call %s', (_, Outcome) => {
  const words = (props: Parameters<typeof Outcome>[0]) =>
    renderToStaticMarkup(
      <MantineProvider>
        <Outcome {...props} />
      </MantineProvider>,
    )
      .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
      .replaceAll(/<[^>]*>/g, '|');

  test('says that the call was resolved, beside what it was', () => {
    expect(words({ outcome: ['missed call'], resolved: true })).toMatch(/Missed Call.*Resolved/);
    expect(words({ outcome: [], resolved: true })).toMatch(/Not scored yet.*Resolved/);
  });

  test('says nothing of it before', () => {
    expect(words({ outcome: ['missed call'] })).not.toContain('Resolved');
    expect(words({ outcome: ['missed call'], resolved: false })).not.toContain('Resolved');
  });
});
