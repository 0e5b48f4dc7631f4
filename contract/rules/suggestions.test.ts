import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoreFieldNames } from './score-fields.ts';
import { emptyScore, scoreFieldSchema, type ScoreValues } from './score-values.ts';
import {
  checkSuggestions,
  type GivenSuggestion,
  outcomesOf,
  quotationFinder,
  type SuggestedCall,
} from './suggestions.ts';

const turn = (text: string, from: number | null = null, to: number | null = null) => ({ from, to, text });
const turns = [
  turn('Good morning, Lee Dental, this is Ana.', 0, 4000),
  turn('Hi — how much is a cleaning? I don’t have insurance.', 4000, 9000),
  turn('A cleaning is $89. Would Tuesday at ten work?', 9000, 13_000),
];

describe('quotations', () => {
  const find = quotationFinder(turns, 40);
  test.each<[what: string, quotation: string, shown: string]>([
    ['as it stands', 'how much is a cleaning', 'how much is a cleaning'],
    ['in another case', 'HOW MUCH IS A CLEANING', 'how much is a cleaning'],
    ['with other punctuation', '“How much -- is a: cleaning?!”', 'how much is a cleaning'],
    ['with other spaces', ' how\n much\tis  a cleaning ', 'how much is a cleaning'],
    ['with another apostrophe', "I don't have insurance", 'I don’t have insurance'],
    ['over two turns', 'have insurance. A cleaning is $89', 'have insurance – A cleaning is $89'],
    ['in full-width letters', 'ｈｏｗ ｍｕｃｈ is a cleaning', 'how much is a cleaning'],
    ['with a soft hyphen', 'how much is a clean\u00ading', 'how much is a cleaning'],
  ])('are found %s', (_, quotation, text) => {
    expect(find(quotation)).toMatchObject({ text });
  });

  test.each<[what: string, quotation: string, problem: string]>([
    ['other words', 'how much is a crown', 'quotation'],
    ['words in another order', 'a cleaning how much is', 'quotation'],
    ['parts of words', 'ow much is a clea', 'quotation'],
    ['the beginning of a last word', 'how much is a clean', 'quotation'],
    ['words with others between them', 'how much cleaning', 'quotation'],
    ['a letter', 'a', 'short quotation'],
    ['a short word', 'Tuesday', 'short quotation'],
    ['nothing', '', 'short quotation'],
    ['only punctuation', '?! … — ,,,,,,,,,', 'short quotation'],
    ['markup', '<script>how much is a cleaning</script>', 'quotation'],
  ])('are not found for %s', (_, quotation, problem) => {
    expect(find(quotation)).toBe(problem);
  });

  test('are found in both Unicode forms of a letter, and in a script without spaces', () => {
    const other = quotationFinder(
      [turn('Una revisión, por favor', 0, 1000), turn('クリーニングはいくらですか')],
      40,
    );
    expect(other('REVISIO\u0301N por favor')).toMatchObject({ text: 'revisión, por favor' });
    expect(other('ニングはいくらですか')).toEqual({ text: 'ニングはいくらですか', at: null });
  });

  test('are at their share of the turn', () => {
    expect(find('I don’t have insurance')).toMatchObject({ at: 4000 + Math.round((5000 * 29) / 52) });
    expect(find('Good morning, Lee')).toMatchObject({ at: 0 });
  });

  test('are found wherever they are taken from, and nowhere if a word is added', () => {
    const word = fc.stringMatching(/^[a-zåé]{3,9}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.integer({ min: 3, max: 6 }),
        fc.constantFrom(' ', ', ', ' … ', '\n'),
        fc.boolean(),
        (spoken, start, length, gap, isLoud) => {
          const all = spoken.flat();
          const words = all.slice(start % all.length, (start % all.length) + length);
          const written = words.join(gap);
          const quotation = isLoud ? written.toUpperCase().normalize('NFD') : written;
          const finder = quotationFinder(
            spoken.map((texts) => turn(texts.join(' '), 0, 1000)),
            40,
          );
          const found = finder(quotation);
          if (words.join('').normalize('NFKC').length < 8) expect(found).toBe('short quotation');
          else expect(found).toMatchObject({ at: expect.any(Number) });
          expect(typeof finder(`${quotation} zzzzzzzzzzzz`)).toBe('string');
        },
      ),
    );
  });
});

const context = {
  picklists: {
    answeredBy: [{ value: 'Staff', label: 'Staff' }],
    noAppointmentScheduledReason: [{ value: 'Price', label: 'Price' }],
  },
  durationSeconds: 40,
  bookedAppointments: 0,
  usualLanguage: null,
};
const lists = {
  staff: [{ id: 's1', name: 'Maria Front', aliases: ['Mia'] }],
  offers: [{ id: 'o1', name: 'Whitening' }],
  services: [],
  insurances: [],
};
const call: SuggestedCall = {
  turns,
  durationSeconds: 40,
  hasRecording: true,
  context,
  lists,
  readValue(field, value) {
    const read = scoreFieldSchema(field).safeParse(value);
    return read.success ? read.data : undefined;
  },
};
const given = (field: string, value: unknown, more: Partial<GivenSuggestion> = {}): GivenSuggestion => ({
  field,
  value,
  quotation: 'how much is a cleaning',
  second: null,
  ...more,
});
const check = (suggestions: GivenSuggestion[], more: Partial<SuggestedCall> = {}) =>
  checkSuggestions(suggestions, { ...call, ...more });

describe('suggestions', () => {
  test('are kept in the order of the form, with the words of the transcript and a time', () => {
    const { kept, dropped } = check([
      given('opportunity', true),
      given('answeredBy', 'Staff', { quotation: 'good MORNING lee dental' }),
      given('goodImpression', true, { quotation: null, second: 2.5 }),
    ]);
    expect(dropped).toEqual({});
    expect(kept).toEqual([
      { field: 'answeredBy', value: 'Staff', quotation: 'Good morning, Lee Dental', at: 0 },
      { field: 'opportunity', value: true, quotation: 'how much is a cleaning', at: 4481 },
      { field: 'goodImpression', value: true, quotation: null, at: 2500 },
    ]);
  });

  const refused: [
    what: string,
    suggestion: GivenSuggestion,
    reason: string,
    more?: Partial<SuggestedCall>,
  ][] = [
    ['without a place', given('opportunity', true, { quotation: null }), 'no place'],
    [
      'with words that nobody said',
      given('opportunity', true, { quotation: 'I want three implants' }),
      'quotation',
    ],
    ['with a letter', given('opportunity', true, { quotation: 'a' }), 'short quotation'],
    ['with words, but no transcript', given('opportunity', true), 'no transcript', { turns: null }],
    ['with a second beyond the end', given('opportunity', true, { second: 41 }), 'second'],
    ['with a negative second', given('opportunity', true, { second: -1 }), 'second'],
    ['with no number as second', given('opportunity', true, { second: Number.NaN }), 'second'],
    [
      'with a second, but no recording',
      given('opportunity', true, { second: 3 }),
      'second',
      { hasRecording: false },
    ],
    ['of an unknown field', given('mood', 'good'), 'unknown field'],
    ['of a field of every object', given('constructor', true), 'unknown field'],
    ['with a text for yes or no', given('opportunity', 'yes'), 'value'],
    ['with a choice that is not offered', given('answeredBy', 'A robot'), 'value'],
    ['with unknown staff', given('handler', { id: null, name: 'Somebody New' }), 'value'],
    ['with the id of another office', given('offers', [{ id: 'o9', name: 'X', acceptance: null }]), 'value'],
    ['with another shape', given('offers', [{ name: 'X' }]), 'value'],
    ['with a hold longer than the call', given('holdSeconds', 41), 'value'],
    [
      'with an appointment at no time',
      given('appointments', [{ firstName: 'A', lastName: 'B', dateTime: 'soon' }]),
      'value',
    ],
    ['without a value', given('callerName', null), 'empty'],
    ['with nobody as staff', given('handler', null), 'empty'],
    ['with an empty text', given('callerName', ''), 'empty'],
    ['with an empty list', given('offers', []), 'empty'],
  ];
  test.each(refused)('are dropped %s', (_, suggestion, reason, more) => {
    expect(check([suggestion], more)).toEqual({ kept: [], dropped: { [reason]: 1 } });
  });

  test('are dropped for a field that has several', () => {
    const { kept, dropped } = check([
      given('opportunity', true),
      given('opportunity', false),
      given('callerName', 'Kim'),
    ]);
    expect(kept.map(({ field }) => field)).toEqual(['callerName']);
    expect(dropped).toEqual({ 'repeated field': 2 });
  });

  test('name staff by another name of theirs', () => {
    const { kept } = check([given('handler', { id: null, name: 'mia' })]);
    expect(kept.map(({ value }) => value)).toEqual([{ id: 's1', name: 'Maria Front' }]);
  });

  test('name staff and offers of the office by its ids', () => {
    const { kept } = check([
      given('handler', { id: null, name: 'maria FRONT' }),
      given('offers', [
        { id: null, name: 'whitening', acceptance: null },
        { id: null, name: 'Veneers', acceptance: null },
      ]),
    ]);
    expect(kept.map(({ value }) => value)).toEqual([
      { id: 's1', name: 'Maria Front' },
      [
        { id: 'o1', name: 'Whitening', acceptance: null },
        { id: null, name: 'Veneers', acceptance: null },
      ],
    ]);
  });

  test('are each kept or counted once, whatever the model answers', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            field: fc.oneof(fc.constantFrom(...scoreFieldNames), fc.string()),
            value: fc.oneof(fc.jsonValue(), fc.boolean(), fc.constant('Staff')),
            quotation: fc.option(fc.oneof(fc.string(), fc.constant('how much is a cleaning')), { nil: null }),
            second: fc.option(fc.oneof(fc.double(), fc.integer({ min: 0, max: 50 })), { nil: null }),
          }),
          { maxLength: 40 },
        ),
        (suggestions) => {
          const { kept, dropped } = check(suggestions);
          const count = Object.values(dropped).reduce((sum, one) => sum + one, kept.length);
          expect(count).toBe(suggestions.length);
          expect(new Set(kept.map(({ field }) => field)).size).toBe(kept.length);
          for (const { at, quotation } of kept) {
            expect(at === null || (at >= 0 && at <= 40_000)).toBe(true);
            expect(at !== null || quotation !== null).toBe(true);
          }
        },
      ),
    );
  });
});

describe('outcomes', () => {
  const values: ScoreValues = {
    ...emptyScore,
    answeredBy: 'Staff',
    patientType: 'New Patient Opportunity',
    opportunity: true,
    callerName: 'Kim Ortiz',
  };
  const of = (
    field: GivenSuggestion['field'],
    value: unknown,
    { isTaken = false, before = emptyScore } = {},
  ) => {
    const { kept } = check([given(field, value)]);
    return outcomesOf(kept, { before, values, context, taken: isTaken ? kept.map((one) => one.field) : [] });
  };
  test.each<[what: string, outcome: object, actual: object]>([
    ['the same value', { opportunity: 'accepted' }, of('opportunity', true)],
    ['the same name in other letters', { callerName: 'accepted' }, of('callerName', 'kim ortiz')],
    ['another value', { opportunity: 'corrected' }, of('opportunity', false)],
    ['nothing', { goodImpression: 'ignored' }, of('goodImpression', true)],
    [
      'nothing after accepting it',
      { goodImpression: 'corrected' },
      of('goodImpression', true, { isTaken: true }),
    ],
    [
      'a value from before',
      {},
      of('callerName', 'Ann', { before: { ...emptyScore, callerName: 'Kim Ortiz' } }),
    ],
    ['a field that is not asked', {}, of('voicemailLeftMessage', true)],
  ])('of a score with %s', (_, outcome, actual) => {
    expect(actual).toEqual(outcome);
  });
});
