import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import type { Change } from '@mailcall/contract/rules/change.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { ReactNode } from 'react';
import { ChangeText } from '../../ui/change-text.tsx';
import { type Counted, HowCounted } from '../../ui/how-counted.tsx';
import {
  callsInComparedDays,
  callsChange,
  comparedDays,
  halfText,
  responseOf,
} from './mailing-story-texts.ts';
import classes from './mailing-story.module.css';

export function StoryFigures({ story }: { story: MailingStory }) {
  const { calls, usual } = callsInComparedDays(story);
  const response = responseOf(story);
  const half = halfText(story);
  return (
    <dl className={classes.figures}>
      <Figure
        title="Calls"
        about="All calls of this mailing, whatever their dates. The comparison takes its first days, up to yesterday and at most eight weeks, and the median of the same days of the last five mailings of this type. Both need at least 20 calls."
        counted={[
          { name: 'All calls', value: thousands(story.calls) },
          { name: 'Opportunity calls', value: thousands(story.opportunity) },
        ]}
        value={thousands(story.calls)}
      >
        <Compared
          days={story.days.length}
          value={calls === story.calls ? null : thousands(calls)}
          usual={usual}
          change={callsChange(story)}
        />
      </Figure>
      <Figure
        title="Per 1,000 pieces"
        about="All calls of this mailing / its pieces x 1000, with one decimal. The comparison takes the calls of its first days, and the median of the last five mailings of this type whose number of pieces is known."
        counted={[
          { name: 'All calls', value: thousands(story.calls) },
          { name: 'Pieces', value: story.quantity === null ? 'Not known' : thousands(story.quantity) },
        ]}
        value={response === null ? '-' : response.all.toFixed(1)}
      >
        {response === null ? (
          'The number of pieces is not known'
        ) : (
          <Compared
            days={story.days.length}
            value={response.compared === response.all ? null : response.compared.toFixed(1)}
            usual={response.usual}
            change={response.change}
          />
        )}
      </Figure>
      <Figure
        title="Half of the calls"
        about="The day by which half of the calls of this mailing had come in, including calls before delivery. It is shown from eight weeks after delivery, if there are at least five calls. Late calls can still move it a little."
        value={half.value}
      >
        {half.note}
      </Figure>
    </dl>
  );
}

function Figure({
  title,
  about,
  counted = [],
  value,
  children,
}: {
  title: string;
  about: string;
  counted?: readonly Counted[];
  value: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>
        {title} <HowCounted title={title} about={about} counted={counted} />
      </dt>
      <dd>
        <span className={classes.value}>{value}</span>
        <span className={classes.note}>{children}</span>
      </dd>
    </div>
  );
}

function Compared({
  days,
  value,
  usual,
  change,
}: {
  days: number;
  value: string | null;
  usual: number | null;
  change: Change | null;
}) {
  if (usual === null || days === 0) return null;
  const compared = value === null ? null : `${value} in the ${comparedDays(days)}`;
  if (change === null)
    return compared === null
      ? `Usual by then: ${thousands(usual)}`
      : `${compared}, usual ${thousands(usual)}`;
  return (
    <>
      {compared !== null && `${compared}: `}
      <ChangeText change={change} />
    </>
  );
}
