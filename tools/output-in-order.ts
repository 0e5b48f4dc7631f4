/** Takes what one of several programs writes. */
export interface OrderedOutput {
  write(text: string): void;
  /** The program has ended: what the next one wrote is shown. */
  end(): void;
}

/**
 * Shows the output of programs that run at the same time one after the other: that of the first as it comes, that of
 * each other one from the time when all before it have ended. Until then it is kept.
 */
export function outputInOrder(count: number, show: (text: string) => void): OrderedOutput[] {
  const kept = Array.from({ length: count }, () => '');
  const ended = Array.from({ length: count }, () => false);
  let current = 0;
  return kept.map((_, index) => ({
    write(text) {
      if (index === current) show(text);
      else kept[index] += text;
    },
    end() {
      ended[index] = true;
      while (ended[current]) {
        current += 1;
        const text = kept[current];
        if (text) show(text);
      }
    },
  }));
}
