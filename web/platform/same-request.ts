/**
 * Whether two requests ask about the same: whether these parts of them are equal. Then the rows of the one may stay while those of
 * the other are loaded; rows of other accounts or dates say nothing about them.
 */
export const asksTheSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
