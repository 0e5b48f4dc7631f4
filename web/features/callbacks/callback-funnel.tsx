import type { CallbackOutcomes } from '@mailcall/contract/callback-figures.ts';
import {
  type CallbackFigureList,
  callbackFigureTexts,
  callbackSteps,
} from '@mailcall/contract/rules/callback-figures.ts';
import { percent } from '@mailcall/contract/rules/rates.ts';
import { HowCounted } from '../../ui/how-counted.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { OpenRows } from './desk-address.ts';
import classes from './desk-figures.module.css';
import { callersText } from './figure-texts.ts';

const partsOf: Partial<Record<CallbackFigureList, readonly CallbackFigureList[]>> = {
  missed: ['attempted', 'not-attempted'],
  attempted: ['called-back', 'reached'],
};

export function CallbackFunnel({ outcomes, onOpen }: { outcomes: CallbackOutcomes; onOpen: OpenRows }) {
  const countedOf = (lists: readonly CallbackFigureList[]) =>
    lists.map((list) => ({
      name: callbackFigureTexts[list].title,
      value: callersText(outcomes[list]),
      onOpen: () => onOpen(list),
    }));
  return (
    <ol className={classes.funnel} aria-label="From missed to booked">
      {callbackSteps.map((step) => {
        const { title, about } = callbackFigureTexts[step];
        const share = percent(outcomes[step].callers, outcomes.missed.callers);
        return (
          <li key={step} className={classes.step}>
            <span className={classes.stepName}>
              {title}
              <HowCounted title={title} about={about} counted={countedOf([step, ...(partsOf[step] ?? [])])} />
            </span>
            <PlainButton
              className={classes.stepOpen}
              aria-label={`${title}: ${callersText(outcomes[step])}, ${share}%. View calls`}
              onClick={() => onOpen(step)}
            >
              <span className={classes.stepCount}>{callersText(outcomes[step])}</span>
              <span className={classes.share}>{share}%</span>
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} data-step={step} style={{ width: `${share}%` }} />
              </span>
            </PlainButton>
          </li>
        );
      })}
    </ol>
  );
}
