/** IANA zone of an account that the feed gives none; the database has the same default for its column. */
export const defaultTimeZone = 'America/New_York';
