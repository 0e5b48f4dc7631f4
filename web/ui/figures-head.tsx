import { Table } from '@mantine/core';

export function FiguresHead({ rows, figures }: { rows: string; figures: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{rows}</Table.Th>
        {figures.map((figure) => (
          <Table.Th key={figure} scope="col" ta="right">
            {figure}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
