import { Table } from '@mantine/core';
import type { MapContent } from './map-content.ts';
import { centerOf, cornersOf, distanceAndDirection, routeShapes } from './route-shapes.ts';

export function RouteTable({ title, shapes, offices }: MapContent) {
  const [office] = offices;
  const several = shapes.length > 1;
  const rows = shapes.flatMap(({ id, name, shape }) =>
    routeShapes(shape).map((route, index) => {
      const center = centerOf(cornersOf([route]));
      return {
        key: `${id} ${index}`,
        name,
        route: route.route ?? '-',
        fromOffice:
          office && center
            ? `${office.isApproximate ? 'about ' : ''}${distanceAndDirection(office.location, center)}`
            : '-',
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
        {rows.map(({ key, name, route, fromOffice }) => (
          <Table.Tr key={key}>
            {several && <Table.Td>{name}</Table.Td>}
            <Table.Td>{route}</Table.Td>
            <Table.Td>{fromOffice}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
