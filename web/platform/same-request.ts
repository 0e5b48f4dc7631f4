/** Whether old rows may stay while new ones load. Rows of other accounts or dates must not. */
export const asksTheSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
