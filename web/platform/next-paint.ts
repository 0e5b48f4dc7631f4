/** Does work in a task after the next paint, so that the paint does not wait for it. Returns a function that cancels it. */
export function afterNextPaint(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    // a task after the frame that this callback belongs to
    task = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
