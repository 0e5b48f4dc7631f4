import { Button, Skeleton, Text } from '@mantine/core';
import type { ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import {
  type MailingStep,
  mailingStepLabels,
  mailingSteps,
  stepOf,
} from '@mailcall/contract/rules/mailing.ts';
import { moveRefusal } from '@mailcall/contract/rules/mailing-moves.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { StepBadge } from '../../ui/step-badge.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ListRequest, mailingsQuery } from './api.ts';
import { stepDayText, weekText } from './mailing-texts.ts';
import type { Move } from './move-dialog.tsx';
import { MoveMenu } from './move-menu.tsx';
import classes from './provider-mailings.module.css';

const cardsAtFirst = 20;
const maxCards = 200;

interface BoardProps {
  search: Pick<ListRequest, 'query' | 'campaignType'>;
  mayMove: boolean;
  onOpen: (mailing: ProviderMailing) => void;
  onMove: (move: Move) => void;
}

/** Steps as columns: the next weeks first, delivered ones newest first. */
export function MailingsBoard(props: BoardProps) {
  const [dragged, setDragged] = useState<ProviderMailing | null>(null);
  return (
    <>
      {props.mayMove && (
        <Text size="sm" c="dimmed">
          Drag a card, use its menu, or press Shift+← or Shift+→.
        </Text>
      )}
      <div className={classes.board}>
        {mailingSteps.map((step) => (
          <Column key={step} step={step} dragged={dragged} onDrag={setDragged} {...props} />
        ))}
      </div>
    </>
  );
}

function Column({
  step,
  search,
  mayMove,
  dragged,
  onDrag,
  onOpen,
  onMove,
}: BoardProps & {
  step: MailingStep;
  dragged: ProviderMailing | null;
  onDrag: (mailing: ProviderMailing | null) => void;
}) {
  const [cards, setCards] = useState(cardsAtFirst);
  const [isOver, setOver] = useState(false);
  const query = useQuery(
    mailingsQuery({
      ...search,
      steps: [step],
      sort: 'deliveryWeek',
      dir: step === 'delivered' ? 'desc' : 'asc',
      pageSize: cards,
    }),
  );
  const total = query.data?.meta.total_count;
  const tryMove = (mailing: ProviderMailing, to: MailingStep) => {
    const refusal = moveRefusal(mailing, to);
    if (refusal === null) onMove({ mailings: [mailing], step: to });
    else toast('warning', refusal);
  };
  const moveByKey = (mailing: ProviderMailing, event: KeyboardEvent) => {
    const by = event.shiftKey ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined;
    const from = stepOf(mailing.status);
    const to = by === undefined || from === null ? undefined : mailingSteps[mailingSteps.indexOf(from) + by];
    if (to === undefined) return;
    event.preventDefault();
    tryMove(mailing, to);
  };
  return (
    // the menu and the keys of each card do the same
    <div
      className={classes.column}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!dragged || stepOf(dragged.status) === step) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged) tryMove(dragged, step);
        onDrag(null);
      }}
    >
      <section aria-label={mailingStepLabels[step]}>
        <h2 className={classes.columnHead}>
          <span>{mailingStepLabels[step]}</span>
          <span className={classes.facts}>{total === undefined ? '' : thousands(total)}</span>
        </h2>
        <Answer query={query} skeleton={<Skeleton height="8rem" />}>
          {({ records }) => (
            <ul className={classes.cards}>
              {records.map((mailing) => (
                <li key={mailing.id}>
                  <div
                    className={classes.card}
                    draggable={mayMove}
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      event.dataTransfer.setData('text/plain', mailing.title);
                      onDrag(mailing);
                    }}
                    onDragEnd={() => onDrag(null)}
                  >
                    <PlainButton
                      className={classes.title ?? ''}
                      onClick={() => onOpen(mailing)}
                      onKeyDown={(event) => {
                        if (mayMove) moveByKey(mailing, event);
                      }}
                    >
                      {mailing.title}
                    </PlainButton>
                    <span className={classes.facts}>{mailing.accountName}</span>
                    <span className={classes.facts}>
                      {[weekText(mailing), mailing.quantity === null ? '' : thousands(mailing.quantity)]
                        .filter((text) => text !== '')
                        .join(' · ')}
                    </span>
                    {step === 'ordered' && mailing.nextStep !== null ? (
                      <StepBadge step={mailing.nextStep} />
                    ) : (
                      <span className={classes.facts}>{stepDayText(mailing)}</span>
                    )}
                    {mayMove && (
                      <div>
                        <MoveMenu
                          label={`Move ${mailing.title}`}
                          mailing={mailing}
                          onMove={(to) => onMove({ mailings: [mailing], step: to })}
                        />
                      </div>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Answer>
        {total !== undefined && total > cards && cards < maxCards && (
          <Button variant="subtle" size="compact-sm" onClick={() => setCards(Math.min(maxCards, cards + 60))}>
            Show more
          </Button>
        )}
      </section>
    </div>
  );
}
