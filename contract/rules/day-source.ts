/** Whose a day of a mailing is: the feed's, or told by the events of its pieces. */
export const daySources = ['feed', 'pieces'] as const;
export type DaySource = (typeof daySources)[number];
