import { dimensions, dimensionsOfCombination } from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, sql } from 'kysely';
import { callTerms } from './call-terms.ts';

export type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

const columns = (names: string): Columns =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, sql.ref(`calls.${name}`)]));

const columnsOfDimensions = (combination: 'outcome' | 'caller' | 'source'): Columns =>
  columns(
    dimensionsOfCombination(combination)
      .map((name) => dimensions[name].column)
      .join(' '),
  );

/** DuckDB counts up to 4,096 combinations in an array instead of a hash table, so no group combines many-valued independent columns. */
export const combinationKinds = {
  outcome: { ...columnsOfDimensions('outcome'), ...columns('opportunity has_audio appointment_count') },
  caller: columnsOfDimensions('caller'),
  source: {
    ...columnsOfDimensions('source'),
    ...columns('wrong_source_mentioned'),
    is_scored: sql`(not ${callTerms.unscored})`,
  },
  time: {
    ...columns('local_weekday local_hour'),
    is_opportunity: callTerms.opportunity,
    is_missed: callTerms.missed,
    is_unscored: callTerms.unscored,
  },
  office: {
    ...columns('account_id'),
    is_opportunity_or_missed: sql`(${callTerms.opportunity} or ${callTerms.missed})`,
  },
  staff: {
    ...columns('handler_id answered_by'),
    // calls not answered by staff are not counted by office
    account_id: sql`case when ${callTerms.answered} or calls.handler_id is not null then calls.account_id end`,
  },
  price: columns('answered_by price_answer appointment_count'),
  handling: {
    ...columns(
      `answered_by opportunity appointment_count asked_for_appointment appointment_caller_mentioned asked_for_source
      source_caller_mentioned good_impression asked_for_additional_appointment additional_appointment_caller_mentioned
      interacted_with_ivr placed_on_hold asked_to_place_on_hold`,
    ),
    // 0 for any known time
    hold_seconds: sql`case when calls.hold_seconds is not null then 0 end`,
  },
} as const satisfies Record<string, Columns>;

export type CombinationKind = keyof typeof combinationKinds;
