export interface OrderedOutput {
  write(text: string): void;
  end(): void;
}

/** Holds each program's output back until all earlier programs have ended. */
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
