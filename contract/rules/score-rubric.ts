import { z } from 'zod';
import { scoreFieldNames, type ScoreFieldName } from './score-fields.ts';

export interface FieldRubric {
  counts: string;
  doesNotCount: string;
  examples: readonly [string, string];
}
export type RubricFields = Readonly<Record<ScoreFieldName, FieldRubric>>;

/** Raise it when a change of {@link shippedRubric} changes what counts. */
export const shippedRubricVersion = 2;

/** In display order. Follows docs/reference/figures.md. */
export const shippedRubric: RubricFields = {
  answeredBy: {
    counts:
      'Who or what the caller reached last. Staff: a person spoke with the caller, even for a moment, and even after a phone menu. Voicemail: the greeting played. IVR: the call ended in the phone menu. No Answer: it only rang.',
    doesNotCount:
      'A person who picks up and hangs up without a word, or a recorded greeting that sounds like a person. An answering service is Staff only if the office uses it as its front desk.',
    examples: [
      'Staff: the menu plays, then “Good morning, this is Ana.”',
      'Not Staff: “You have reached our office. Please leave a message.” This is Voicemail.',
    ],
  },
  handler: {
    counts:
      'The person who handled the caller’s request. After a transfer, that is the one who spoke about the appointment.',
    doesNotCount:
      'A name that you guess from the voice. If nobody says a name and you do not know the voice, leave it empty.',
    examples: [
      '“This is Ana, how can I help?” Choose Ana.',
      'Ana answers and hands the call to Ben, who books the visit. Choose Ben, not Ana.',
    ],
  },
  interactedWithIvr: {
    counts: 'The caller heard a phone menu and pressed a key, said a choice, or waited in it.',
    doesNotCount: 'A recording notice, music, or the voicemail greeting.',
    examples: [
      'Yes: “For appointments, press 1.” The caller presses 1.',
      'No: “This call may be recorded.” Then Ana answers.',
    ],
  },
  ivrOutcome: {
    counts:
      'Where the phone menu led: to staff, to staff who did not answer, to voicemail, or nowhere because the caller hung up.',
    doesNotCount: 'What happened after someone answered.',
    examples: [
      'The menu connects the caller, it rings, nobody picks up: routed to staff but not answered.',
      'Ana answers after the menu, and the caller hangs up on her. This is routed to staff, not a disconnect during IVR.',
    ],
  },
  voicemailLeftMessage: {
    counts: 'The caller said something that the office can act on: a name, a number, or what they want.',
    doesNotCount: 'Silence, background noise, or “hello?” before hanging up.',
    examples: [
      'Yes: “Hi, this is Kim, please call me back.”',
      'No: four seconds of traffic noise, then the line ends.',
    ],
  },
  voicemailOutcome: {
    counts: 'What the message brought, or why there is none, such as a full mailbox.',
    doesNotCount: 'What the office did later.',
    examples: [
      '“I would like to make an appointment.” Choose the value for a message that wants an appointment.',
      'The office returns the call on the next day. That does not change this field.',
    ],
  },
  voicemailWantsAppointment: {
    counts: 'The message asks for a visit, or for a call about one.',
    doesNotCount: 'A message about a bill, records, or an appointment that exists already.',
    examples: [
      'Yes: “I got your card. When could I come in?”',
      'No: “I am confirming my visit tomorrow at nine.”',
    ],
  },
  callerName: {
    counts:
      'The name that the caller gives, as you hear it. If they call for someone else, it is still the caller’s own name.',
    doesNotCount: 'The patient’s name when another person calls, or the name that caller ID shows.',
    examples: [
      '“This is Kim Ortiz, I am calling for my son.” Enter Kim Ortiz.',
      'Caller ID shows ORTIZ ROBERT, and nobody says a name. Leave it empty.',
    ],
  },
  patientType: {
    counts:
      'New Patient Opportunity: a person whom the office has not seen, or not for a long time by its own rule, and who could become a patient. Existing Patient: the office has seen them, or has a visit booked for them. NOT a Patient Opportunity: never a patient by this call, such as a vendor or a wrong number. Spam: robocalls and sales pitches by a recording. Unknown: you cannot tell.',
    doesNotCount:
      'How the call ends. A new patient who does not book is still a New Patient Opportunity, and an existing patient who wants another visit is still an Existing Patient. A person who speaks for a company is not Spam.',
    examples: [
      'New Patient Opportunity: “I just moved here. Could I make an appointment?”',
      'Not Spam: a salesperson asks for the office manager. This is NOT a Patient Opportunity.',
    ],
  },
  callerGender: {
    counts: 'What the caller says of themselves, or what the voice and the name make clear.',
    doesNotCount: 'The patient’s gender when another person calls. If it is not clear, choose Unknown.',
    examples: [
      'A mother calls for her son: Female.',
      'A quiet voice without a name is not Female or Male by guess. Choose Unknown.',
    ],
  },
  callerLanguage: {
    counts: 'The language of most of the conversation, or the language that the caller asks for.',
    doesNotCount: 'An accent, a greeting, or single words of another language.',
    examples: [
      'The caller asks “¿Habla español?” and gives up. Choose Spanish.',
      '“Hola! Hi, I need an appointment …” in English. Not Spanish.',
    ],
  },
  opportunity: {
    counts:
      'Staff answered a person who could book a visit on this call: they want care that the office offers and can have it there. It counts whether they book or not.',
    doesNotCount:
      'A call about a visit, bill or record that exists already, a price question of someone who says that they will not come, a service or insurance that the office does not take, vendors, wrong numbers and spam. A call that staff did not answer is missed, not an opportunity.',
    examples: [
      'Yes: “How much is a first visit?” – “$89. When would you like to come?” – “I will think about it.”',
      'No: “I need to move my visit on Friday.” The visit exists already.',
    ],
  },
  nonOpportunityReason: {
    counts:
      'The first reason why the caller could not book. One reason: if two apply, the one that would have been enough.',
    doesNotCount: 'Why a caller who could have booked did not. That is No appointment because.',
    examples: [
      '“We do not take that plan, and you would have to pay all of it.” – “Then no.” Choose the reason for insurance.',
      '“I have to ask my husband first.” The call is an opportunity and needs no reason here.',
    ],
  },
  callerSource: {
    counts: 'The source that the caller names, with or without a question, even if it is wrong.',
    doesNotCount: 'The campaign of the number that they called, if the caller does not name it.',
    examples: [
      '“I have your postcard here.” Choose the value for mail.',
      'The number belongs to a postcard, and the caller says nothing about it. Leave it empty.',
    ],
  },
  sourceMentioned: {
    counts: 'The caller’s own words about the source, short.',
    doesNotCount: 'Your conclusion, or the name of the campaign.',
    examples: ['“the card with the smiling boy”', 'Not “March postcard, zone 2”.'],
  },
  wrongSourceMentioned: {
    counts: 'The caller names a source that is not the one whose number they called.',
    doesNotCount: 'Vague words that fit the source, or several sources of which one is right.',
    examples: [
      'Yes: the number is printed on a postcard only, and the caller says “I found you on Google.”',
      'No: “I got something in the mail, and my neighbor likes you, too.”',
    ],
  },
  offers: {
    counts: 'Offers that the caller asks about or mentions, also one that is over.',
    doesNotCount: 'Offers that only the staff member mentions.',
    examples: [
      '“Is the $89 special still good?” Add the $89 offer.',
      '“By the way, we have another special for $99.” – “No thanks.” Add nothing.',
    ],
  },
  services: {
    counts: 'Services that the caller asks for, in the words of the office’s list. Add each one once.',
    doesNotCount: 'Services that staff suggest and the caller does not take up.',
    examples: [
      '“I need a repair, and my wife wants a checkup.” Add both.',
      '“We could do a checkup, too.” – “Not now.” Add nothing for the checkup.',
    ],
  },
  insurances: {
    counts:
      'Plans that the caller has or asks about, with the answer of the staff: accepted, not accepted, out of network.',
    doesNotCount: 'Plans that staff list as examples. Without an answer, leave the acceptance empty.',
    examples: [
      '“Do you take Delta?” – “Yes.” Add Delta as accepted.',
      '“We take Delta, Cigna and many more.” – “I pay myself.” Add nothing.',
    ],
  },
  paymentType: {
    counts: 'How the caller says they will pay.',
    doesNotCount: 'A guess from the plan that they asked about and do not have.',
    examples: [
      '“I do not have insurance, I will pay cash.” Choose the value for self-pay.',
      '“Would Cigna cover this? I might get it.” Leave it empty.',
    ],
  },
  priceAnswer: {
    counts:
      'The answer of the staff when the caller asks what something costs. If there were several, the last one.',
    doesNotCount: 'A price that staff name without a question, or talk about a bill.',
    examples: [
      '“What is a first visit?” – “Between 80 and 120 dollars.” Choose the value for a price range.',
      '“Your balance is $40.” Leave it empty.',
    ],
  },
  askedForAppointment: {
    counts:
      'The staff member offers a visit: a time, a day, or the question whether the caller wants to come in.',
    doesNotCount: 'Opening hours, “call us any time”, or the steps of a visit that the caller asked for.',
    examples: [
      'Yes: “I have Tuesday at ten. Would that work?”',
      'No: “We are open until five. Is there anything else?”',
    ],
  },
  appointmentCallerMentioned: {
    counts:
      'The caller asks for a visit before the staff member offers one. Such calls do not count for or against staff.',
    doesNotCount: 'Questions about services, prices or insurance without a wish for a visit.',
    examples: [
      'Yes: the first sentence is “I would like to make an appointment.”',
      'No: “Do you do repairs?” – “Yes. Would you like to come in?” – “Sure.”',
    ],
  },
  askedForSource: {
    counts: 'The staff member asks how the caller heard of the office, at any time in the call.',
    doesNotCount: '“Have you been here before?” or a question about the offer only.',
    examples: ['Yes: “And how did you hear about us?”', 'No: “Are you a new patient?”'],
  },
  sourceCallerMentioned: {
    counts: 'The caller names the source before staff ask. Such calls do not count for or against staff.',
    doesNotCount: 'An answer to the question of the staff.',
    examples: [
      'Yes: “I am calling about the card I got in the mail.”',
      'No: “How did you find us?” – “I got a card.”',
    ],
  },
  goodImpression: {
    counts:
      'In the first half minute the staff member says the name of the office, is friendly, and gives the caller their attention. All three.',
    doesNotCount:
      'The rest of the call, and bad news said kindly. A short answer on a busy day is not a bad impression by itself.',
    examples: [
      'Yes: “Good morning, Lee and Partners, this is Ana. How can I help you today?”',
      'No: “Hold on.” … “Yeah?”',
    ],
  },
  askedForAdditionalAppointment: {
    counts:
      'After a booking, the staff member asks whether someone else, such as a family member, needs a visit, or offers a second visit.',
    doesNotCount:
      'The next step of the same treatment that the visit includes, or only “Anything else?” at the end.',
    examples: [
      'Yes: “Does anyone else in the family need a visit?”',
      'No: “You are all set. Anything else I can do?”',
    ],
  },
  additionalAppointmentCallerMentioned: {
    counts: 'The caller asks for more visits before staff do. Such calls do not count for or against staff.',
    doesNotCount: 'A caller who books one visit for another person.',
    examples: [
      'Yes: “And could my husband come at the same time?”',
      'No: “I need a visit for my son.” One visit is booked.',
    ],
  },
  placedOnHold: {
    counts:
      'The caller waits on hold: music, silence of ten seconds or more after being told to wait, or a transfer that takes as long.',
    doesNotCount:
      'Typing and pauses while the staff member stays on the line, and ringing before someone answers.',
    examples: [
      'Yes: “One moment.” Music for twenty seconds.',
      'No: “Let me look … yes, Tuesday is free.” You hear the keyboard.',
    ],
  },
  askedToPlaceOnHold: {
    counts: 'The staff member asks for permission and waits for the answer before the first hold.',
    doesNotCount: 'An announcement, or a question without waiting for the answer.',
    examples: ['Yes: “May I put you on hold?” – “Sure.”', 'No: “Please hold.” Music.'],
  },
  holdSeconds: {
    counts: 'All seconds on hold, added up, from the first second of waiting until a person speaks.',
    doesNotCount: 'Ringing, the phone menu, and pauses with the staff member on the line.',
    examples: [
      'Two holds of 20 and 15 seconds: 35.',
      'A menu of 30 seconds before the answer does not count.',
    ],
  },
  appointments: {
    counts:
      'Every visit with a day and a time that the caller agrees to on this call. Two people with a visit each are two.',
    doesNotCount:
      'A visit that exists already, a promise to call back with a time, or “some time next week”.',
    examples: ['“Tuesday at ten, then.” – “Great.” Add one.', '“I will text you what we have.” Add none.'],
  },
  noAppointmentScheduledReason: {
    counts:
      'Why a caller who could have booked did not. If two reasons apply, the one that the caller gives last.',
    doesNotCount: 'Why a call is not an opportunity at all. That is Non-opportunity reason.',
    examples: [
      '“I have to look at my schedule first.” Choose the reason for the schedule.',
      'Nobody offers a visit, and the caller says thanks. Not the caller’s choice: choose the reason that staff did not offer one.',
    ],
  },
  followUpOpportunity: {
    counts:
      'The office should call: staff promise it, the caller asks for it, or a caller who could book leaves without a visit and without a no.',
    doesNotCount: 'A caller with a visit, a clear no, or a call where the next step is the caller’s alone.',
    examples: [
      'Yes: “We will check your insurance and call you.” Also Yes, on voicemail: “Please call me back about a visit.”',
      'No: “Thanks, but I have found another office.” Also No, on voicemail: “Please cancel my visit. No need to call.”',
    ],
  },
  followUpReason: {
    counts: 'What the office has to call about.',
    doesNotCount: 'Why there is no appointment, where that differs.',
    examples: [
      '“We will check your insurance and call you.” Choose insurance verification.',
      'The caller finds the price high, and staff promise to call about a plan. Choose the promised call, not the price.',
    ],
  },
  highlights: {
    counts:
      'One to three sentences: who called, what they wanted, how it ended, and what the office should know before it calls.',
    doesNotCount:
      'Opinions about the caller or the staff, health details that the next call does not need, card numbers and birth dates.',
    examples: [
      '“Kim asked about the $89 special, has no insurance, and booked Tuesday at ten.”',
      'Not “Rude caller, Ana was great as always.”',
    ],
  },
};

export const maxRubricText = 600;

const text = z
  .string()
  .trim()
  .min(1, 'Enter a text.')
  .max(maxRubricText, `Use at most ${maxRubricText} characters.`);

/** Absent texts are the shipped ones. */
export const ownRubricSchema = z.strictObject({
  version: z
    .int('Use a whole number.')
    .min(1, 'Use a number from 1.')
    .max(1_000_000, 'Use a number up to 1,000,000.'),
  fields: z.partialRecord(
    z.enum(scoreFieldNames),
    z.strictObject({ counts: text, doesNotCount: text, examples: z.tuple([text, text]) }).partial(),
  ),
});
export type OwnRubric = z.output<typeof ownRubricSchema>;

export interface Rubric {
  /** Shipped version, then the provider's own, such as `1.4`; `1` without. */
  version: string;
  fields: RubricFields;
}

export function rubricOf(own: OwnRubric | null): Rubric {
  if (own === null) return { version: String(shippedRubricVersion), fields: shippedRubric };
  const fields = scoreFieldNames.map((name) => [name, { ...shippedRubric[name], ...own.fields[name] }]);
  return {
    version: `${shippedRubricVersion}.${own.version}`,
    fields: Object.fromEntries(fields) as RubricFields,
  };
}
