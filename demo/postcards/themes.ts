import { places } from './scene-places.ts';
import { smiles } from './scene-smiles.ts';
import { objects } from './scene-objects.ts';

export const scenes = { ...places, ...smiles, ...objects };

export const layouts = ['split', 'arch', 'bleed', 'bold'] as const;

export interface Message {
  layout: (typeof layouts)[number];
  scene: keyof typeof scenes;
  headline: string;
  line: string;
  price: string;
  deal: string;
}

const message = (
  layout: Message['layout'],
  scene: Message['scene'],
  headline: string,
  line: string,
  price: string,
  deal: string,
): Message => ({ layout, scene, headline, line, price, deal });

/** Messages by theme. A theme without one uses the first theme of its trade. */
export const messages: Record<string, Message> = {
  'New Patient Special': message(
    'split',
    'tooth',
    'A smile worth the short drive.',
    'Gentle care, evening hours and a team that remembers your name.',
    '$79',
    'Exam, X-rays and cleaning',
  ),
  'Family Dentistry Welcome': message(
    'arch',
    'family',
    'One dentist for the whole family.',
    'Toddlers, teens and grandparents, all on one morning.',
    '$149',
    'Family of four, first visit',
  ),
  'Smile Makeover': message(
    'bold',
    'smile',
    'Love your smile again.',
    'Veneers, whitening and bonding, planned with you.',
    '20% off',
    'Any smile makeover',
  ),
  'Implant Savings': message(
    'arch',
    'adult',
    'Bite into life again.',
    'Implants that look, feel and work like your own teeth.',
    '$500 off',
    'Your first implant',
  ),
  'Back to School Checkups': message(
    'bleed',
    'school',
    'Bright smiles, first in line.',
    'Checkups for students before the first bell rings.',
    '$49',
    'Student checkup',
  ),
  'Use It or Lose It Benefits': message(
    'bold',
    'calendar',
    'Your benefits end December 31.',
    'Use what you have paid for. We will work it out with your plan.',
    '$0',
    'Benefits review',
  ),
  'Same-Day Emergency Care': message(
    'split',
    'clock',
    'Toothache? See us today.',
    'We keep room every day for people in pain.',
    '$59',
    'Emergency exam and X-ray',
  ),
  'Whitening for the Holidays': message(
    'bleed',
    'holiday',
    'Unwrap a brighter smile.',
    'In-office whitening in a single lunch hour.',
    '$199',
    'Professional whitening',
  ),
  'Meet Our New Doctor': message(
    'arch',
    'doctor',
    'Say hello to Dr. Amara Quill.',
    'Fifteen years of gentle dentistry, now in your neighborhood.',
    'Free',
    'Meet-and-greet visit',
  ),
  'Free Consultation': message(
    'split',
    'braces',
    'Every great smile starts with hello.',
    'A 3D scan, a plan and a price, in one visit.',
    'Free',
    'Consultation and 3D scan',
  ),
  'Straight Smiles for Summer': message(
    'bleed',
    'kiteDay',
    'Let your smile fly this summer.',
    'Start in June, smile wider by the first day of school.',
    '$300 off',
    'Full treatment',
  ),
  'Aligners for Adults': message(
    'bold',
    'aligner',
    'Straighten up. Nobody will know.',
    'Clear aligners that fit your life, from coffee to boardroom.',
    '$99/mo',
    'Clear aligners',
  ),
  'Back to School Braces': message(
    'arch',
    'school',
    'New year. New grin.',
    'Colors for every school team in town.',
    '$0 down',
    'Braces for students',
  ),
  'Sibling Savings': message(
    'split',
    'siblings',
    'Two smiles, one happy budget.',
    'The second smile in the family costs less.',
    '$750 off',
    'A brother’s or sister’s treatment',
  ),
  'Flexible Monthly Plans': message(
    'bold',
    'plan',
    'A plan that fits like your aligner.',
    'No interest, no surprises, no paperwork marathon.',
    '$129/mo',
    'Any treatment',
  ),
  'Flex Dollars Reminder': message(
    'bleed',
    'braces',
    'Put your flex dollars where your smile is.',
    'Flexible spending accounts end with the year.',
    '$250 off',
    'With flex dollars',
  ),
  'Beat the Heat Tune-Up': message(
    'split',
    'cooler',
    'Stay cool. We mean it.',
    'A 21-point tune-up before the hottest day of the year.',
    '$69',
    'AC tune-up',
  ),
  'Welcome to the Neighborhood': message(
    'bleed',
    'neighborhood',
    'New keys? We know this house.',
    'Plumbing, air and electric for every street around you.',
    '$50 off',
    'Your first visit',
  ),
  'Monsoon-Ready Home': message(
    'bleed',
    'storm',
    'Ready before the first thunder.',
    'Roof drains, pumps and surge guards, checked in one visit.',
    '$89',
    'Monsoon checkup',
  ),
  'Replace and Save': message(
    'bold',
    'cooler',
    'Old unit? New savings.',
    'Trade in your tired system for one that sips power.',
    '$1,200 off',
    'A complete new system',
  ),
  'Water Heater Savings': message(
    'arch',
    'heater',
    'Hot showers, guaranteed.',
    'Same-day replacement, hauled away and cleaned up.',
    '$300 off',
    'A new water heater',
  ),
  'Fall Checkup': message(
    'arch',
    'autumn',
    'Falling leaves, steady comfort.',
    'Heating, filters and detectors before the first cold night.',
    '$59',
    'Fall home checkup',
  ),
  'Trusted by Your Neighbors': message(
    'split',
    'shield',
    'Trusted by 4,000 neighbors.',
    'On time, in uniform and insured. Ask next door.',
    '10% off',
    'Any repair',
  ),
};
