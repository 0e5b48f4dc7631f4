import { Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { useChangeAddress } from '../../platform/address.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { useWording } from '../accounts/index.ts';
import type { ScopeComparison, ScopeState } from '../scope/index.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { BreakdownDrawer } from './breakdown-drawer.tsx';
import { cardOf } from './breakdown-table.ts';
import { CallsByHourCard, callsByHourTitle } from './calls-by-hour-card.tsx';
import { useFoldedCards } from './empty-cards.ts';
import { useFullList, useShowFullList } from './full-list-address.ts';
import { QuestionAnswer, QuestionSection, useFoldedQuestions } from './question-section.tsx';
import { type CardKey, questions } from './questions.ts';
import classes from './breakdowns.module.css';
import stale from './stale.module.css';

export function Breakdowns({ scope, ...cards }: CardsProps) {
  return (
    <>
      {cards.compact && <Head />}
      <Cards scope={scope} {...cards} />
      <FullList scope={scope} comparison={cards.comparison} showAllSources={cards.showAllSources} />
    </>
  );
}

interface CardsProps {
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  scopeBelow: ScopeState['query'];
  isStale: boolean;
  compact: boolean;
  showAllSources: boolean;
}

function Cards({ scope, comparison, scopeBelow, isStale, compact, showAllSources }: CardsProps) {
  const wording = useWording();
  const { folded, isKnown, isOpen, toggle } = useFoldedCards(scopeBelow, showAllSources);
  const foldedQuestions = useFoldedQuestions();
  const cards = (keys: readonly CardKey[], scopeOfCards: ScopeState['query']) =>
    keys.map((key) => (
      <Deferred key={key} until="idle" fallback={<div className={classes.later} aria-busy />}>
        {key === 'byHour' ? (
          <CallsByHour scope={scopeOfCards} collapsible={compact} />
        ) : (
          <Breakdown
            cardKey={key}
            scope={scopeOfCards}
            // do not compare with rows of the previous scope
            comparison={comparison?.scope === scopeOfCards ? comparison : undefined}
            collapsible={compact}
            showAllSources={key === 'callerSource' && showAllSources}
          />
        )}
      </Deferred>
    ));
  const layout = compact ? classes.sections : classes.grid;
  const hidden = questions.flatMap((question) => question.cards.filter((key) => folded.includes(key)));
  return (
    <>
      <div className={compact ? classes.list : undefined} data-loading={(compact && !isKnown) || undefined}>
        {questions.map((question, at) => {
          // cards of the first one are in the window of a large screen
          const below = compact || at > 0;
          const scopeOfCards = below ? scopeBelow : scope;
          const shown = question.cards.filter((key) => !folded.includes(key));
          return (
            <div key={question.key} className={stale.part} aria-busy={below && isStale}>
              <QuestionSection
                question={question}
                answer={
                  <QuestionAnswer card={shown[0]} scope={scopeOfCards} showAllSources={showAllSources} />
                }
                fold={
                  compact || shown.length === 0
                    ? undefined
                    : {
                        isFolded: foldedQuestions.isFolded(question.key),
                        onToggle: () => foldedQuestions.toggle(question.key),
                      }
                }
              >
                <div className={layout}>{cards(shown, scopeOfCards)}</div>
              </QuestionSection>
            </div>
          );
        })}
      </div>
      {hidden.length > 0 && (
        <Folded
          names={hidden.map((key) =>
            key === 'byHour' ? callsByHourTitle : cardOf(key, wording, showAllSources).title,
          )}
          isOpen={isOpen}
          onToggle={toggle}
        >
          <div className={`${layout} ${stale.part}`} aria-busy={isStale}>
            {cards(hidden, scopeBelow)}
          </div>
        </Folded>
      )}
    </>
  );
}

// empty cards and one card's switch do not render the others again
const CallsByHour = memo(CallsByHourCard);
const Breakdown = memo(function Breakdown({
  cardKey,
  scope,
  comparison,
  collapsible,
  showAllSources,
}: {
  cardKey: Exclude<CardKey, 'byHour'>;
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  collapsible: boolean;
  showAllSources: boolean;
}) {
  const changeAddress = useChangeAddress();
  const wording = useWording();
  const showFullList = useShowFullList();
  const showSources = (all: boolean) => changeAddress({ sources: all ? 'all' : undefined });
  return (
    <BreakdownCard
      card={cardOf(cardKey, wording, showAllSources)}
      scope={scope}
      comparison={comparison}
      collapsible={collapsible}
      sources={cardKey === 'callerSource' ? { all: showAllSources, onChange: showSources } : null}
      onOpenList={() => showFullList(cardKey)}
    />
  );
});

function FullList({
  scope,
  comparison,
  showAllSources,
}: Pick<CardsProps, 'scope' | 'comparison' | 'showAllSources'>) {
  const wording = useWording();
  const { open, close } = useFullList();
  return (
    <BreakdownDrawer
      card={open && cardOf(open, wording, showAllSources)}
      scope={scope}
      comparison={comparison}
      showAllSources={showAllSources}
      onClose={close}
    />
  );
}

function Head() {
  return (
    <div className={classes.sectionsHead}>
      <Title order={2} size="sm">
        Breakdowns
      </Title>
      <span>Most frequent</span>
    </div>
  );
}

function Folded({
  names,
  isOpen,
  onToggle,
  children,
}: {
  names: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <UnstyledButton className={classes.folded} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <span>
          No data: <span className={classes.names}>{names.join(', ')}</span>
        </span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <div id={id}>{isOpen && children}</div>
    </>
  );
}
