/** Index after a key in a grid filled row by row; unchanged at an edge, null for other keys. */
export function gridIndex(
  key: string,
  index: number,
  { columns, count }: { columns: number; count: number },
): number | null {
  const moved = (by: number) => (index + by >= 0 && index + by < count ? index + by : index);
  switch (key) {
    case 'ArrowRight':
      return moved(1);
    case 'ArrowLeft':
      return moved(-1);
    case 'ArrowDown':
      return moved(columns);
    case 'ArrowUp':
      return moved(-columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
