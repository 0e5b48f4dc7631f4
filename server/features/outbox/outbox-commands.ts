import { z } from 'zod';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { Outbox } from './outbox.ts';
import { failureText, instantText, maxListed, messageText, type UnsentMessage } from './unsent-messages.ts';

function entry(message: UnsentMessage, sends: Outbox['sends']): string {
  const { id, channel, writtenAt, goodUntil, text } = message;
  const waits = sends(channel)
    ? 'Waits for its turn.'
    : 'Waits: no service is configured that takes it away.';
  return [
    `${id}  ${messageText(message)}`,
    `  written ${instantText(writtenAt)}, good until ${instantText(goodUntil)}`,
    `  ${failureText(message) ?? waits}`,
    ...(text === null ? ['  It cannot be sent any more: its text is forgotten.'] : []),
  ].join('\n');
}

/** Newest first, without texts. */
export async function listOutbox(outbox: Outbox): Promise<string> {
  const messages = await outbox.unsent();
  if (messages.length === 0) return 'Every message was sent.';
  const sends: Outbox['sends'] = (channel) => outbox.sends(channel);
  return [
    messages.length < maxListed
      ? `Not sent, of the last week: ${messages.length}`
      : `Not sent, the newest ${maxListed}:`,
    ...messages.map((message) => entry(message, sends)),
    'Send again what is still good: npm run cli -- outbox-send ID, or all instead of an ID.',
  ].join('\n\n');
}

export async function unsentEntries(outbox: Outbox) {
  const messages = await outbox.unsent();
  return messages.map(({ id, channel, recipient, alertType, subject, writtenAt, goodUntil, ...message }) => ({
    id,
    channel,
    recipient,
    alertType,
    subject,
    writtenAt,
    goodUntil,
    failedAt: message.failedAt,
    failure: message.failure,
    givenUpAt: message.givenUpAt,
    canBeSentAgain: message.text !== null,
  }));
}

/** @param which a message id, or `all` unexpired ones @throws {OperatorProblem} if none can be sent, with the reason */
export async function resendOutbox(outbox: Outbox, which: string): Promise<number> {
  if (!outbox.sends('email') && !outbox.sends('sms'))
    throw new OperatorProblem('No service is configured that takes messages away: set SMTP_URL or SMS_URL.');
  if (which !== 'all' && !z.uuid().safeParse(which).success)
    throw new OperatorProblem(`There is no message ${which}. See npm run cli -- outbox.`);
  const count = await outbox.resend(which === 'all' ? 'all' : { id: which });
  if (count === 0) {
    throw new OperatorProblem(
      which === 'all'
        ? 'There is no message that is still good.'
        : 'This message cannot be sent again: it is not known, was sent, has ended, or has no service. The person can ask for a new one.',
    );
  }
  return count;
}
