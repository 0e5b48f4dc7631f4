/**
 * Where a key moves the focus in a grid that is filled row by row: the index, the same one at an edge; null for a key that does
 * not move it.
 */
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
