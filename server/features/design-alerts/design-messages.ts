import type { Provider } from '@mailcall/contract/provider.ts';
import type { DesignAlertType } from '@mailcall/contract/rules/design-alerts.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import type { MailContent } from '@mailcall/contract/rules/mail-layout.ts';
import { textMessage } from '../outbox/index.ts';

export interface DesignMessage {
  mail: MailContent;
  text: string;
}

interface Addressing {
  /** As the receiver knows it. */
  office: string;
  unsubscribeUrl: string;
  publicUrl: string;
}

const unsubscribeReasons: Readonly<Record<DesignAlertType, string>> = {
  'Design to Review Alert': 'You get this mail because you review designs.',
  'Design Due Alert': 'You get this mail because you review designs.',
  'Design Decision Alert': 'You get this mail because you look after this client.',
};

const unsubscribeOf = (alertType: DesignAlertType, url: string): NonNullable<MailContent['unsubscribe']> => ({
  reason: unsubscribeReasons[alertType],
  label: 'Stop these emails',
  url,
});

export interface ToldDesign {
  accountId: string;
  id: string;
  name: string;
  version: number;
  dueOn: string | null;
}

const quoted = ({ name }: Pick<ToldDesign, 'name'>) => `“${isolated(name)}”`;
const nameOf = (design: ToldDesign) =>
  design.version > 1 ? `version ${design.version} of ${quoted(design)}` : quoted(design);
const reviewUrl = ({ accountId, id }: ToldDesign, publicUrl: string) =>
  `${publicUrl}/accounts/${encodeURIComponent(accountId)}/designs/${encodeURIComponent(id)}`;

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function oneDesign(
  alertType: DesignAlertType,
  { name: provider }: Pick<Provider, 'name'>,
  design: ToldDesign,
): { subject: string; sentences: string[] } {
  const due = design.dueOn === null ? null : formatDay(design.dueOn);
  if (alertType === 'Design Due Alert')
    return {
      subject: `Please answer by ${due}: ${quoted(design)}`,
      sentences: [
        `${upperFirst(nameOf(design))} still waits for your review. Approve it or ask for changes by ${due}.`,
      ],
    };
  return {
    subject: `${upperFirst(nameOf(design))} waits for your review`,
    sentences: [
      `${provider} sent you ${nameOf(design)}. Approve it, or pin a comment where something should change.`,
      ...(due === null ? [] : [`Please answer by ${due}.`]),
    ],
  };
}

/** Alerts of one kind to one person, in one message. */
export function reviewMessage(
  alertType: 'Design to Review Alert' | 'Design Due Alert',
  designs: readonly [ToldDesign, ...ToldDesign[]],
  provider: Pick<Provider, 'name'>,
  { office, unsubscribeUrl, publicUrl }: Addressing,
): DesignMessage {
  const [first] = designs;
  const isOne = designs.length === 1;
  const isDue = alertType === 'Design Due Alert';
  const what = isOne
    ? first.version > 1
      ? `Version ${first.version} of a design waits for your review`
      : 'A design waits for your review'
    : `${designs.length} designs wait for your review`;
  const due =
    isDue && isOne && first.dueOn !== null ? `, due ${formatDay(first.dueOn)}` : isDue ? ' soon' : '';
  const text = textMessage(
    (name) => `${what}${due} at ${name}`,
    office,
    isOne ? reviewUrl(first, publicUrl) : publicUrl,
  );
  const unsubscribe = unsubscribeOf(alertType, unsubscribeUrl);
  if (isOne) {
    const { subject, sentences } = oneDesign(alertType, provider, first);
    const button = { label: 'Review the design', url: reviewUrl(first, publicUrl) };
    return { text, mail: { subject, paragraphs: [office, ...sentences], button, unsubscribe } };
  }
  const dueText = ({ dueOn }: ToldDesign) => (dueOn === null ? '' : `, due ${formatDay(dueOn)}`);
  return {
    text,
    mail: {
      subject: `${what}${isDue ? ' soon' : ''} at ${office}`,
      paragraphs: [
        office,
        isDue ? 'These designs still wait for you:' : `${provider.name} sent you these designs:`,
      ],
      links: designs.map((design) => ({
        label: `${upperFirst(nameOf(design))}${dueText(design)}`,
        url: reviewUrl(design, publicUrl),
      })),
      unsubscribe,
    },
  };
}

export interface ToldDecision {
  decision: 'changes' | 'approved' | 'chosen';
  designId: string;
  designName: string;
  version: number | null;
  /** Name of the client's person. */
  by: string;
  /** Submitted and not answered. */
  openComments: number;
}

const decisionVerbs = { changes: 'asks for changes to', approved: 'approved', chosen: 'chose' } as const;

function decisionSentence({ decision, designName, version, by, openComments }: ToldDecision): string {
  const design = quoted({ name: designName });
  const ofVersion = version === null ? design : `version ${version} of ${design}`;
  if (decision === 'chosen')
    return `${isolated(by)} chose the concept ${design}. The other concepts are archived.`;
  if (decision === 'approved') return `${isolated(by)} approved ${ofVersion}.`;
  const comments = openComments === 1 ? 'One comment waits' : `${openComments} comments wait`;
  return `${isolated(by)} asked for changes to ${ofVersion}. ${comments} for your answer.`;
}

export function decisionMessage(
  decision: ToldDecision,
  { office, unsubscribeUrl, publicUrl }: Addressing,
): DesignMessage {
  const url = `${publicUrl}/provider/designs/${encodeURIComponent(decision.designId)}`;
  const verb = decisionVerbs[decision.decision];
  return {
    text: textMessage((name) => `${name} ${verb} a design`, office, url),
    mail: {
      subject: `${office} ${verb} ${quoted({ name: decision.designName })}`,
      paragraphs: [decisionSentence(decision)],
      button: { label: 'Open the design', url },
      unsubscribe: unsubscribeOf('Design Decision Alert', unsubscribeUrl),
    },
  };
}
