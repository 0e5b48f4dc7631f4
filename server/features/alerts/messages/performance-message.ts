import { layOut } from '../../outbox/index.ts';
import type { AlertInput, AlertMessage } from './types.ts';

type PerformanceInput = Extract<AlertInput, { kind: 'performance' }>;

/** Writes a Performance Breakdown. */
export async function performanceMessage(input: PerformanceInput): Promise<AlertMessage> {
  const { account, alertType, performance, provider, publicUrl, receiver } = input;
  const { calls, booked, missed } = performance.figures;
  const figures = `${calls} calls, ${booked} booked, ${missed} missed`;
  const subject = `${input.frequency} performance of ${account.name}: ${figures}`;
  const url = publicUrl + performance.scoreboardPath;
  const mail = layOut(provider, {
    subject,
    paragraphs: [`${figures}.`],
    button: { label: 'Open the Scoreboard', url },
    unsubscribe: {
      reason: `${receiver.name} gets the ${alertType} of ${account.name} by e-mail.`,
      label: 'Stop these e-mails',
      url: input.unsubscribeUrl,
    },
  });
  return { title: figures, email: { subject, ...mail }, sms: `${figures}: ${url}` };
}
