/** Source of a mailing's day: the feed or the events of its pieces. */
export const daySources = ['feed', 'pieces'] as const;
export type DaySource = (typeof daySources)[number];
