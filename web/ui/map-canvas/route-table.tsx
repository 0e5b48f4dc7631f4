import { Table } from '@mantine/core';
import type { MapCanvasProps } from './map-canvas.tsx';
import { cornersOf, middleOf, routeShapes, wayBetween } from './route-shapes.ts';

/** A map in words: each carrier route, and how far it is from the office and in which direction. */
export function RouteTable({ title, shapes, offices }: MapCanvasProps) {
  const [office] = offices;
  const several = shapes.length > 1;
  const rows = shapes.flatMap(({ id, name, shape }) =>
    routeShapes(shape).map((route, at) => {
      const middle = middleOf(cornersOf([route]));
      return {
        key: `${id} ${at}`,
        name,
        route: route.route ?? '-',
        way: office && middle ? wayBetween(office.place, middle) : '-',
      };
    }),
  );
  return (
    <Table aria-label={title} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          {several && <Table.Th>Area</Table.Th>}
          <Table.Th>Carrier Route</Table.Th>
          <Table.Th>{office ? `From ${office.name}` : 'From the office'}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, route, way }) => (
          <Table.Tr key={key}>
            {several && <Table.Td>{name}</Table.Td>}
            <Table.Td>{route}</Table.Td>
            <Table.Td>{way}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
