/** Steps up to ten; larger steps are these times a power of ten. */
const roundSteps = [1, 2, 2.5, 5, 10];
const maxSteps = 4;

/** Values of an axis of counts: evenly spaced whole numbers from 0 to the first one not below any count. */
export function axisTicks(largest: number): number[] {
  const smallestStep = Math.max(1, largest / maxSteps);
  const magnitude = 10 ** Math.floor(Math.log10(smallestStep));
  const steps = roundSteps.map((step) => step * magnitude).filter(Number.isInteger);
  const step = steps.find((size) => size >= smallestStep) ?? 10 * magnitude;
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
