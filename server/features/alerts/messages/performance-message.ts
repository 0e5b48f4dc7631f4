import type { DayMode } from '@mailcall/contract/time/days.ts';
import { figuresText } from '@mailcall/contract/rules/period-figures.ts';
import { clockInZone, daysAfter } from '@mailcall/contract/time/office-time.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { logoUrl, supportSentence } from '@mailcall/contract/rules/mail-layout.ts';
import { textMessage } from '../../outbox/index.ts';
import { dayRangeText, itemText, weekdayText } from './alert-times.ts';
import { fillLayout, performanceLayout } from './fill-layout.ts';
import { changeText, headline, missedText, resultText, unscoredText } from './performance-texts.ts';
import type { AlertInput, AlertMessage, Performance } from './types.ts';
import { correctedText, unsubscribeOf } from './alert-texts.ts';

type PerformanceInput = Extract<AlertInput, { kind: 'performance' }>;

/** Names the day if the last UTC day is not yesterday, as in Guam. */
function earlierOf({ frequency, account, performance, writtenAt }: PerformanceInput): string {
  if (frequency === 'Weekly') return 'the week before';
  const yesterday = daysAfter(clockInZone(writtenAt, account.timeZone).day, -1);
  return performance.days.endDate === yesterday
    ? 'the day before'
    : weekdayText(performance.daysBefore.endDate);
}

function figureRows({ figures, before }: Performance) {
  const row = (name: string, key: 'calls' | 'opportunities' | 'booked' | 'missed') => ({
    name,
    count: thousands(figures[key]),
    previous: thousands(before[key]),
  });
  return [
    row('All calls', 'calls'),
    row('Opportunities', 'opportunities'),
    row('Booked', 'booked'),
    row('Missed', 'missed'),
  ];
}

function contentOf(input: PerformanceInput) {
  const { account, performance, publicUrl } = input;
  const { figures, bestMailings, bestMailingsCount, missedCalls } = performance;
  const others = bestMailingsCount - bestMailings.length;
  const { client } = wordingOf(account);
  return {
    days: dayRangeText(performance.days, 'long'),
    period: dayRangeText(performance.days, 'short'),
    before: dayRangeText(performance.daysBefore, 'short'),
    sentence: headline(performance),
    change: changeText(performance, earlierOf(input)),
    rows: figures.calls + performance.before.calls === 0 ? [] : figureRows(performance),
    best:
      bestMailings.length === 0
        ? null
        : {
            heading:
              bestMailingsCount === 1
                ? 'Best mailing'
                : `Best mailings: ${thousands(bestMailingsCount)} are equal`,
            mailings: bestMailings.map((mailing) => ({
              name: mailing.name,
              url: publicUrl + mailing.path,
              result: resultText(mailing),
            })),
            others: others > 0 ? `And ${thousands(others)} more with the same result.` : null,
          },
    missed:
      figures.missed === 0
        ? null
        : {
            lead: missedText(performance, client),
            calls: missedCalls.map((call) => ({
              label: itemText(call, call.timeZone, 'Missed Call Alert'),
              url: publicUrl + call.path,
            })),
            allLabel:
              figures.missed === 1
                ? 'See the missed call'
                : `See all ${thousands(figures.missed)} missed calls`,
            allUrl: publicUrl + performance.missedCallsPath,
          },
    note: [unscoredText(figures), correctedText(input)].filter((text) => text !== null).join(' ') || null,
    scoreboardUrl: publicUrl + performance.scoreboardPath,
  };
}

type Content = ReturnType<typeof contentOf>;

const keepNumbers = (text: string) => text.replace(/(\d) (?=[a-z])/g, '$1\u00a0');

function basisOf({ account, dayMode, writtenAt, performance }: PerformanceInput): string {
  const zones = new Set(
    [account, ...performance.missedCalls].map(({ timeZone }) => longZoneName(writtenAt, timeZone)),
  );
  const [zone] = zones;
  const days: Readonly<Record<DayMode, string>> =
    zones.size > 1
      ? {
          utc: ', which are counted in UTC. Each time is that of its office.',
          office: '. Days and times are those of each office.',
        }
      : {
          utc: `, which are counted in UTC. Times are those of the office, in ${zone}.`,
          office: `. Days and times are those of the office. Times are in ${zone}.`,
        };
  return `The figures are those of the Scoreboard for the same days${days[dayMode]}`;
}

function htmlOf(input: PerformanceInput, subject: string, content: Content): string {
  const { reason, label, url } = unsubscribeOf(input);
  const { best, missed, note, rows, ...texts } = content;
  const logo = logoUrl(input);
  return fillLayout(performanceLayout(), {
    ...texts,
    sentence: keepNumbers(texts.sentence),
    change: keepNumbers(texts.change),
    subject,
    basis: basisOf(input),
    provider: input.provider.name,
    logos: logo === null ? [] : [{ url: logo }],
    primary: input.provider.colors.primary,
    account: input.account.name,
    figures: rows.length > 0 ? [{ rows }] : [],
    best: best
      ? [
          {
            heading: best.heading,
            mailings: best.mailings.map((mailing) => ({ ...mailing, result: keepNumbers(mailing.result) })),
            others: best.others === null ? [] : [{ text: best.others }],
          },
        ]
      : [],
    missed: missed ? [missed] : [],
    note: note === null ? [] : [{ text: note }],
    reason,
    unsubscribeUrl: url,
    unsubscribeLabel: label,
    help: supportSentence(input.provider),
  });
}

function textOf(input: PerformanceInput, content: Content): string {
  const { best, missed, note, rows } = content;
  const { reason, label, url } = unsubscribeOf(input);
  const figures = rows.map(({ name, count, previous }) => `${name}: ${count} (before: ${previous})`);
  return [
    `${input.account.name}\n${content.days}`,
    content.sentence,
    content.change,
    ...(figures.length > 0 ? [figures.join('\n')] : []),
    ...(best
      ? [
          [
            best.heading,
            ...best.mailings.map((mailing) => `${mailing.name}: ${mailing.result}\n${mailing.url}`),
            ...(best.others === null ? [] : [best.others]),
          ].join('\n'),
        ]
      : []),
    ...(missed
      ? [
          [
            'Missed opportunities',
            missed.lead,
            ...missed.calls.map((call) => `${call.label}\n${call.url}`),
          ].join('\n'),
          `${missed.allLabel}:\n${missed.allUrl}`,
        ]
      : []),
    ...(note === null ? [] : [note]),
    `Open the Scoreboard:\n${content.scoreboardUrl}`,
    basisOf(input),
    `${reason} ${label}:\n${url}`,
    `${supportSentence(input.provider)}\n${input.provider.name}`,
  ].join('\n\n');
}

export function performanceMessage(input: PerformanceInput): AlertMessage {
  const { account, performance } = input;
  const content = contentOf(input);
  const figures = figuresText(performance.figures);
  const subject = `${account.name}, ${content.period}: ${figures}`;
  return {
    title: `${content.period}: ${figures}`,
    path: performance.scoreboardPath,
    unsubscribeUrl: input.unsubscribeUrl,
    email: { subject, text: textOf(input, content), html: htmlOf(input, subject, content) },
    sms: textMessage((name) => `${name}, ${content.period}: ${figures}`, account.name, content.scoreboardUrl),
  };
}
