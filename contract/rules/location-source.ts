/** Where the place of an office on maps is from, for people. */
export const locationTexts = { feed: 'Coordinates', zip: 'Center of its ZIP code' } as const;
