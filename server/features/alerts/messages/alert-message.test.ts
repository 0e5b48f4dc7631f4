import { providerSchema } from '@mailcall/contract/provider.ts';
import { describe, expect, test } from 'vitest';
import { alertMessage } from './alert-message.ts';
import { daysBefore } from './performance-of.ts';
import type { AlertContext, AlertInput, AlertItem, EventAlertType, Performance } from './types.ts';

const context: AlertContext = {
  provider: providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' }),
  publicUrl: 'https://portal.example',
  dayMode: 'utc',
  account: {
    id: 'A1',
    name: 'Harbor Dental',
    timeZone: 'America/Chicago',
    clientLabel: null,
    businessLabel: null,
    industry: 'Dental',
  },
  receiver: { name: 'Ann Lee' },
  unsubscribeUrl: 'https://portal.example/unsubscribe/token',
};
const call: AlertItem = {
  title: 'Spring <b>',
  isMailed: true,
  at: new Date('2026-03-11T20:04:00Z'),
  path: '/scoreboard/C1',
};
const mailing: AlertItem = {
  title: 'Spring',
  isMailed: true,
  at: new Date('2026-03-11T05:00:00Z'),
  path: '/campaigns/M1',
};

test.each<[EventAlertType, AlertItem, title: string, sentence: string]>([
  [
    'Missed Call Alert',
    call,
    'Missed call',
    'A call was missed on Wednesday, March 11 at 3:04 pm CDT. From your Spring <b> postcard.',
  ],
  [
    'Missed Call Alert',
    { ...call, title: null },
    'Missed call',
    'A call was missed on Wednesday, March 11 at 3:04 pm CDT.',
  ],
  [
    'Missed Call Alert',
    { ...call, title: 'Google Ads', isMailed: false },
    'Missed call',
    'A call was missed on Wednesday, March 11 at 3:04 pm CDT. From Google Ads.',
  ],
  [
    'New Opportunity Call Alert',
    call,
    'New opportunity call',
    'A call on Wednesday, March 11 at 3:04 pm CDT was an opportunity. From your Spring <b> postcard.',
  ],
  [
    'New Appointment Call Alert',
    call,
    'New appointment call',
    'A call on Wednesday, March 11 at 3:04 pm CDT led to an appointment. From your Spring <b> postcard.',
  ],
  [
    'First Opportunity Alert',
    call,
    'First opportunity',
    'Spring <b> had its first opportunity call on Wednesday, March 11 at 3:04 pm CDT.',
  ],
  [
    'En Route Alert',
    mailing,
    'Mailing on its way',
    'Spring was shipped on Wednesday, March 11 and is on its way to homes.',
  ],
])('one event of %s', (alertType, item, title, sentence) => {
  const when = alertType === 'En Route Alert' ? 'Wed, Mar 11' : 'Wed, Mar 11, 3:04 pm';
  const whenInMail = alertType === 'En Route Alert' ? when : `${when} CDT`;
  const message = alertMessage({ ...context, kind: 'event', alertType, items: [item] });
  const url = `https://portal.example${item.path}`;
  expect(message.title).toBe(`${title}, ${when}`);
  expect(message.email.subject).toBe(`${title} at Harbor Dental, ${whenInMail}`);
  expect(message.sms).toBe(`${title} at Harbor Dental, ${when}: ${url}`);
  expect(message.email.text).toContain(`Harbor Dental\n\n${sentence}\n\n`);
  expect(message.email.text).toContain(`\n${url}\n`);
  expect(message.email.text).toContain(
    `Ann Lee gets the ${alertType} of Harbor Dental by email. Stop these emails:\nhttps://portal.example/unsubscribe/token`,
  );
  expect(message.email.html).toContain('Post &amp; Sons');
  expect(message.email.html).not.toContain('<b>');
  expect(message.email.html).not.toMatch(/<(img|link|script)/);
});

describe('several events', () => {
  const calls = Array.from({ length: 25 }, (_, at) => ({
    title: at % 2 ? 'Spring' : null,
    at: new Date(Date.UTC(2026, 2, 10, 20, at)),
    path: `/scoreboard/C${at}`,
  }));
  const both = [
    ['collected', {}, '25 more missed calls'],
    ['digest', { frequency: 'Daily' }, 'Daily summary: 25 missed calls'],
    ['digest', { frequency: 'Weekly' }, 'Weekly summary: 25 missed calls'],
  ] as const;

  test.each(both)('%s %o', (kind, options, title) => {
    const input = {
      ...context,
      kind,
      ...options,
      alertType: 'Missed Call Alert',
      items: calls,
    } as AlertInput;
    const { email, sms, ...message } = alertMessage(input);
    expect(message.title).toBe(title);
    expect(email.subject).toBe(`${title} at Harbor Dental`);
    expect(email.text).toContain(`${title}. The first 20:`);
    expect(email.text).toContain('Tue, Mar 10, 3:01 pm CDT: Spring\nhttps://portal.example/scoreboard/C1\n');
    expect(email.text).not.toContain('scoreboard/C20');
    expect(email.text).toContain(
      'https://portal.example/scoreboard?accounts=A1&from=2026-03-10&to=2026-03-10&tab=all-calls&outcome=missed+call',
    );
    expect(sms.length).toBeLessThanOrEqual(160);
  });

  test.each([
    ['utc', 'from=2026-03-10&to=2026-03-11&'],
    ['office', 'from=2026-03-10&to=2026-03-10&'],
  ] as const)('with days of %s lead to the days of the calls', (dayMode, days) => {
    // 8 pm on March 10
    const evening = { ...call, at: new Date('2026-03-11T01:00:00Z') };
    const { email } = alertMessage({
      ...context,
      dayMode,
      kind: 'collected',
      alertType: 'Missed Call Alert',
      items: [...calls, evening],
    });
    expect(email.text).toContain(days);
  });

  test('name the zone of each time, also when the clocks changed between two', () => {
    const winter = { ...call, at: new Date('2026-03-07T21:04:00Z') };
    const { email } = alertMessage({
      ...context,
      kind: 'digest',
      corrected: 0,
      frequency: 'Weekly',
      alertType: 'Missed Call Alert',
      items: [winter, call],
    });
    expect(email.text).toContain('Sat, Mar 7, 3:04 pm CST: Spring <b>\n');
    expect(email.text).toContain('Wed, Mar 11, 3:04 pm CDT: Spring <b>\n');
  });

  test('a digest of one event is about that event', () => {
    const { email } = alertMessage({
      ...context,
      kind: 'digest',
      corrected: 0,
      frequency: 'Weekly',
      alertType: 'En Route Alert',
      items: [mailing],
    });
    expect(email.subject).toBe('Weekly summary: Mailing on its way at Harbor Dental, Wed, Mar 11');
    expect(email.text).toContain('https://portal.example/campaigns/M1');
  });

  test.each([
    [1, '1 call was corrected.'],
    [2, '2 calls were corrected.'],
  ])('a digest says that %i calls were corrected', (corrected, sentence) => {
    for (const items of [[call], [call, call]])
      expect(
        alertMessage({
          ...context,
          kind: 'digest',
          frequency: 'Daily',
          alertType: 'Missed Call Alert',
          items,
          corrected,
        }).email.text,
      ).toContain(`\n${sentence}\n`);
  });

  test('a digest of mailings links to the campaigns', () => {
    const { email, sms } = alertMessage({
      ...context,
      kind: 'digest',
      corrected: 0,
      frequency: 'Weekly',
      alertType: 'En Route Alert',
      items: [mailing, { ...mailing, path: '/campaigns/M2' }],
    });
    expect(email.text).toContain('See all:\nhttps://portal.example/campaigns?accounts=A1\n');
    expect(sms).toBe(
      'Weekly summary: 2 mailings on their way at Harbor Dental: https://portal.example/campaigns?accounts=A1',
    );
  });
});

describe('a Performance Breakdown', () => {
  const figures = { calls: 61, booked: 48, missed: 9, opportunities: 50, unscored: 2 };
  const performance: Performance = {
    days: { startDate: '2026-03-01', endDate: '2026-03-07' },
    figures,
    daysBefore: { startDate: '2026-02-22', endDate: '2026-02-28' },
    before: { calls: 54, booked: 40, missed: 12, opportunities: 44, unscored: 0 },
    missedByHour: Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 9 : 0)),
    bestMailings: [{ name: 'Spring <b>', path: '/campaigns/M1', calls: 22, booked: 17 }],
    bestMailingsCount: 1,
    openMissed: 1,
    missedCalls: [{ ...call, timeZone: 'America/Chicago' }],
    missedCallsPath: '/missed',
    scoreboardPath: '/figures',
  };
  const weekly = {
    ...context,
    kind: 'performance',
    alertType: 'Performance Breakdown Alert',
    frequency: 'Weekly',
    writtenAt: new Date('2026-03-09T13:00:00Z'),
    corrected: 0,
  } as const;
  const zero = { calls: 0, booked: 0, missed: 0, opportunities: 0, unscored: 0 };

  test('says the same in HTML and text', () => {
    const { title, email, sms } = alertMessage({ ...weekly, performance });
    expect(title).toBe('Mar 1 – 7: 61 calls, 48 booked, 9 missed');
    expect(email.subject).toBe('Harbor Dental, Mar 1 – 7: 61 calls, 48 booked, 9 missed');
    expect(sms).toBe(
      'Harbor Dental, Mar 1 - 7: 61 calls, 48 booked, 9 missed: https://portal.example/figures',
    );
    expect(email.text).toContain('Spring <b>: 22 calls, 17 booked\nhttps://portal.example/campaigns/M1\n');
    expect(email.text).toContain(
      'Wed, Mar 11, 3:04 pm CDT: Spring <b>\nhttps://portal.example/scoreboard/C1\n',
    );
    const html = email.html.replaceAll('\u00a0', ' ').replaceAll('&amp;', '&').replaceAll('&lt;b&gt;', '<b>');
    const shown = html + html.replace(/<\/?a\b[^>]*>/g, '');
    const parts = email.text.split(/\n|: (?=\d)| \(before: |\)\n/).map((line) => line.replace(/[:)]$/, ''));
    expect(parts.filter((part) => !shown.includes(part))).toEqual([]);
    expect(html).not.toContain('{{');
  });

  test('names equal best mailings as equals', () => {
    const [spring] = performance.bestMailings;
    const bestMailings = ['Spring', 'Fall', 'June'].map((name, at) => ({
      ...spring,
      name,
      path: `/campaigns/M${at}`,
      calls: 22,
      booked: 17,
    }));
    const { email } = alertMessage({
      ...weekly,
      performance: { ...performance, bestMailings, bestMailingsCount: 5 },
    });
    expect(email.text).toContain(
      [
        'Best mailings: 5 are equal',
        ...bestMailings.map(
          ({ name, path }) => `${name}: 22 calls, 17 booked\nhttps://portal.example${path}`,
        ),
        'And 2 more with the same result.',
      ].join('\n'),
    );
    expect(email.html).toContain('Best mailings: 5 are equal');
    expect(email.html).toContain('And 2 more with the same result.');
    expect(email.text.match(/Best mailing/g)).toHaveLength(1);
  });

  test.each([
    ['utc', 'for the same days, which are counted in UTC. Times are those of the office, in Central Time.'],
    ['office', 'for the same days. Days and times are those of the office. Times are in Central Time.'],
  ] as const)('with days of %s says so', (dayMode, text) => {
    const { email } = alertMessage({ ...weekly, dayMode, performance });
    expect(email.text).toContain(text);
    expect(email.html).toContain(text);
  });

  test.each([
    ['utc', 'for the same days, which are counted in UTC. Each time is that of its office.'],
    ['office', 'for the same days. Days and times are those of each office.'],
  ] as const)('of a group with days of %s gives each call the time of its office', (dayMode, text) => {
    const missedCalls = [
      { ...call, timeZone: 'America/Chicago' },
      { ...call, timeZone: 'America/Denver' },
    ];
    const { email } = alertMessage({ ...weekly, dayMode, performance: { ...performance, missedCalls } });
    expect(email.text).toContain('Wed, Mar 11, 3:04 pm CDT: Spring');
    expect(email.text).toContain('Wed, Mar 11, 2:04 pm MDT: Spring');
    expect(email.text).toContain(text);
  });

  test('leaves out missing values', () => {
    const { email } = alertMessage({
      ...weekly,
      performance: {
        ...performance,
        figures: zero,
        before: zero,
        missedByHour: [],
        bestMailings: [],
        bestMailingsCount: 0,
        openMissed: 0,
        missedCalls: [],
      },
    });
    expect(email.text).toContain('No calls.\n\nThe week before had no calls either.\n\nOpen the Scoreboard:');
    expect(email.html).not.toMatch(/Best mailing|Missed opportunities|All calls/);
  });

  // 8:00 on Wednesday, March 11; in Guam the previous UTC day has two hours left
  test.each([
    ['America/Chicago', '2026-03-11T13:00:00Z', '2026-03-10', 'The day before had no calls either.'],
    ['Pacific/Pago_Pago', '2026-03-11T19:00:00Z', '2026-03-10', 'The day before had no calls either.'],
    ['Pacific/Guam', '2026-03-10T22:00:00Z', '2026-03-09', 'Sunday had no calls either.'],
  ])(
    'in %s compares yesterday with the day before, and another day by its name',
    (timeZone, at, day, text) => {
      const days = { startDate: day, endDate: day };
      const { email } = alertMessage({
        ...weekly,
        frequency: 'Daily',
        account: { ...context.account, timeZone },
        writtenAt: new Date(at),
        performance: { ...performance, days, daysBefore: daysBefore(days), figures: zero, before: zero },
      });
      expect(email.text).toContain(text);
    },
  );

  test('uses the account’s word for clients', () => {
    const account = { ...context.account, industry: 'Home Services', clientLabel: 'Homeowner' };
    const { email } = alertMessage({ ...weekly, account, performance });
    expect(email.text).toContain('This caller may be a new homeowner.');
  });
});
