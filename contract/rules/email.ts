import { z } from 'zod';

/** The longest e-mail address, in characters. */
export const maxEmailLength = 254;

const emailSchema = z.email().max(maxEmailLength);

/** Whether a text is an e-mail address that somebody may enter. */
export const isEmail = (text: string): boolean => emailSchema.safeParse(text).success;
