import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useWording } from '../accounts/index.ts';
import { useScoredCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery, callsByHourQuery } from './api.ts';
import { breakdownCards } from './breakdown-table.ts';
import { unscoredCalls } from './breakdown-rows.ts';
import { breakdownAnswer, type CardKey, missedHoursAnswer, nothingYet, type Question } from './questions.ts';
import classes from './question-section.module.css';

const foldedName = 'folded-questions';
const foldedSchema = z.array(z.string());

/** Folded questions, remembered in this browser. */
export function useFoldedQuestions(): { isFolded: (key: string) => boolean; toggle: (key: string) => void } {
  const [folded, setFolded] = useState(() => readStored(foldedName, foldedSchema) ?? []);
  return {
    isFolded: (key) => folded.includes(key),
    toggle: (key) => {
      const next = folded.includes(key) ? folded.filter((other) => other !== key) : [...folded, key];
      writeStored(foldedName, next);
      setFolded(next);
    },
  };
}

export function QuestionSection({
  question: { title },
  answer,
  fold,
  children,
}: {
  question: Question;
  answer: ReactNode;
  /** Absent where the question has no cards, and where the cards open one by one. */
  fold: { isFolded: boolean; onToggle: () => void } | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.question} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 className={classes.title} id={`${id}-title`}>
          {fold ? (
            <PlainButton
              className={classes.toggle}
              aria-expanded={!fold.isFolded}
              aria-controls={`${id}-cards`}
              onClick={fold.onToggle}
            >
              {title}
              <IconChevronDown size={18} className={classes.chevron} aria-hidden />
            </PlainButton>
          ) : (
            title
          )}
        </h2>
        <p className={classes.answer}>{answer}</p>
      </div>
      <div id={`${id}-cards`}>{!fold?.isFolded && children}</div>
    </section>
  );
}

/** Sentence from the data of a card, which requests it. Empty until it is loaded. */
export function QuestionAnswer({
  card,
  scope,
  showAllSources,
}: {
  /** Undefined if all cards of the question are empty. */
  card: CardKey | undefined;
  scope: ScopeState['query'];
  showAllSources: boolean;
}) {
  if (card === undefined) return nothingYet;
  return card === 'byHour' ? (
    <HoursAnswer scope={scope} />
  ) : (
    <BreakdownAnswer card={card} scope={scope} showAllSources={card === 'callerSource' && showAllSources} />
  );
}

const failed = 'Could not be loaded';

function BreakdownAnswer({
  card,
  scope,
  showAllSources,
}: {
  card: Exclude<CardKey, 'byHour'>;
  scope: ScopeState['query'];
  showAllSources: boolean;
}) {
  const wording = useWording();
  const query = useQuery({ ...breakdownQuery(card, scope, showAllSources), enabled: false });
  const calls = useScoredCalls(scope);
  if (query.isError) return failed;
  const given = breakdownCards[card];
  return query.data && breakdownAnswer(given, query.data, wording, unscoredCalls(given, calls));
}

function HoursAnswer({ scope }: { scope: ScopeState['query'] }) {
  const query = useQuery({ ...callsByHourQuery(scope), enabled: false });
  if (query.isError) return failed;
  return query.data && missedHoursAnswer(query.data);
}
