import type { Call } from '@mailcall/contract/calls.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { dateAndTime } from '../../ui/dates.ts';
import classes from './call-details.module.css';
import { Fact, Section } from './detail-parts.tsx';

export function CallbackOutcome({ call, wording }: { call: Call; wording: Wording }) {
  if (call.resolveDate === null) return null;
  return (
    <Section title="Callback Outcome">
      <dl className={classes.facts}>
        <Fact name="Resolved">{dateAndTime(call.resolveDate, call.timeZone)}</Fact>
        <Fact name="Callback Handler">{call.callbackHandler}</Fact>
        <Fact name="Callback Result">{call.callbackOutcomeResult}</Fact>
        <Fact name="Opportunity Result">
          {call.callbackOutcomeOpportunityResult && labelText(call.callbackOutcomeOpportunityResult, wording)}
        </Fact>
        <Fact name="Summary" wide>
          {call.callbackOutcomeSummary}
        </Fact>
      </dl>
    </Section>
  );
}
