import { Button, Text } from '@mantine/core';
import type { FeedAnswer } from '@mailcall/contract/edited-rows.ts';
import { resendMessage, retryJobs } from '@mailcall/contract/operate.ts';
import type { InboxItem, InboxQuestion } from '@mailcall/contract/provider-inbox.ts';
import { dismissalOfKind } from '@mailcall/contract/rules/inbox.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { call, explanationOf } from '../../platform/api.ts';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { answerQuestion, dismiss, readInboxAgain } from './api.ts';
import classes from './inbox.module.css';
import { comparedValues, kindTexts, sentenceOf, subjectText, waitingText } from './inbox-texts.ts';

const AssignDialog = lazy(async () => ({
  default: (await import('../connectors/index.ts')).AssignDialog,
}));

/** Where a machine tries again. */
function retryOf({
  kind,
  id,
  canBeSent,
}: InboxItem): [name: string, work: () => Promise<unknown>, done: string] | null {
  if (kind === 'message' && canBeSent)
    return ['Send again', () => call(resendMessage, { params: { id } }), 'It is sent again.'];
  if (kind === 'job') return ['Run again', () => call(retryJobs, { body: { task: id } }), 'They run again.'];
  return null;
}

type Opened = NonNullable<InboxItem['opens']>;

const pageOf = ({ kind, id }: Opened): { to: string; search: object } => {
  switch (kind) {
    case 'design':
      return { to: paths.providerDesign(id), search: {} };
    case 'mailing':
      return { to: paths.providerSection('mailings'), search: { mailing: id } };
    case 'dispute':
      return { to: paths.providerSection('disputes'), search: { dispute: id } };
    case 'spreadsheet':
      return { to: paths.providerSection(`spreadsheets/${id}`), search: {} };
    case 'person':
      return { to: paths.providerSection('people'), search: { person: id } };
  }
};

const openTexts: Readonly<Record<Opened['kind'], string>> = {
  design: 'Open design',
  mailing: 'Open mailing',
  dispute: 'Decide',
  person: 'Open person',
  spreadsheet: 'See rejected rows',
};

const answersOf = ({ file }: InboxQuestion): readonly (readonly [FeedAnswer, string, string])[] => {
  const isPerson = file === 'contacts';
  return [
    ['tie', isPerson ? 'Same person' : 'Same line', 'They are one now.'],
    ['keep apart', isPerson ? 'Two people' : 'Two lines', 'They stay apart.'],
    ['reject', 'Refuse the feed’s', 'The feed’s row is refused from now on.'],
  ];
};

export function InboxEntry({ item, onGone }: { item: InboxItem; onGone: (index: number) => void }) {
  const { kind, opens, accountName, question, since, parked } = item;
  const client = useQueryClient();
  const entry = useRef<HTMLLIElement>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const subject = subjectText(item);
  const putOff = dismissalOfKind[kind];
  const retry = retryOf(item);
  const [isAssigning, setAssigning] = useState(false);
  const leavesFrom = useRef<number | null>(null);
  const gone = useEffectEvent(() => {
    if (leavesFrom.current !== null && document.activeElement === document.body) onGone(leavesFrom.current);
  });
  // The focus falls to the body when the item leaves, which can be frames after its list was read.
  useEffect(() => () => gone(), []);

  const leave = async () => {
    const all = entry.current?.parentElement?.querySelectorAll('[data-entry]') ?? [];
    leavesFrom.current = [...all].indexOf(entry.current as HTMLLIElement);
    await readInboxAgain(client);
  };
  const press = async (name: string, work: () => Promise<unknown>, done: string) => {
    if (busy !== null) return;
    setBusy(name);
    setProblem(null);
    try {
      await work();
      toast('success', done);
      await leave();
    } catch (error) {
      setProblem(explanationOf(error));
    } finally {
      setBusy(null);
    }
  };
  const button = (name: string, work: () => Promise<unknown>, done: string, isFirst = false) => (
    <Button
      key={name}
      size="sm"
      variant={isFirst ? 'filled' : 'default'}
      loading={busy === name}
      aria-label={`${name}: ${subject}`}
      onClick={() => void press(name, work, done)}
    >
      {name}
    </Button>
  );
  const link = opens && pageOf(opens);
  return (
    <li ref={entry} data-entry data-compared={question ? '' : undefined} className={classes.entry}>
      <div className={classes.about}>
        <Text size="xs" c="dimmed">
          {kindTexts[kind]} · {waitingText(since, new Date())}
        </Text>
        <Text fw={600}>
          {subject}
          {accountName !== null && kind !== 'office' && (
            <Text span fw={400} c="dimmed">
              {' '}
              {accountName}
            </Text>
          )}
        </Text>
        <Text size="sm" className={classes.said ?? ''}>
          {sentenceOf(item)}
        </Text>
        {question && <Compared question={question} subject={subject} />}
        {problem !== null && (
          <Text size="sm" role="alert" className={classes.problem ?? ''}>
            {problem}
          </Text>
        )}
      </div>
      <div className={classes.presses}>
        {retry && button(...retry, true)}
        {parked && (
          <Button size="sm" aria-label={`Assign: ${subject}`} onClick={() => setAssigning(true)}>
            Assign
          </Button>
        )}
        {putOff === null && !retry && button('Got it', () => dismiss(item), 'Done.', true)}
        {question &&
          answersOf(question).map(([answer, name, done], index) =>
            button(name, () => answerQuestion(item.id, answer), done, index === 0),
          )}
        {link && opens && (
          <Button
            size="sm"
            variant={putOff === null || question ? 'default' : 'filled'}
            aria-label={`${openTexts[opens.kind]}: ${subject}`}
            renderRoot={(props) => <Link to={link.to} search={link.search as never} {...props} />}
          >
            {openTexts[opens.kind]}
          </Button>
        )}
        {typeof putOff === 'number' &&
          button(
            `Remind in ${putOff / days(1)} Days`,
            () => dismiss(item),
            `Comes back in ${putOff / days(1)} days.`,
          )}
      </div>
      {parked && isAssigning && (
        <Suspense>
          <AssignDialog
            parked={{ ...parked, reference: item.subject }}
            onAssigned={() => {
              setAssigning(false);
              void leave();
            }}
            onClose={() => setAssigning(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

function Compared({ question, subject }: { question: InboxQuestion; subject: string }) {
  return (
    <table className={classes.compared} aria-label={`Both rows of ${subject}`}>
      <thead>
        <tr>
          <th scope="col">
            <HiddenText>Value</HiddenText>
          </th>
          <th scope="col">Added here</th>
          <th scope="col">From the feed</th>
        </tr>
      </thead>
      <tbody>
        {comparedValues(question).map(({ title, own, feed }) => (
          <tr key={title} data-differs={own !== feed || undefined}>
            <th scope="row">{title}</th>
            <td>{own}</td>
            <td>{feed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
