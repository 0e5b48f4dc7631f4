import * as areas from '@mailcall/contract/provider-areas.ts';
import * as contract from '@mailcall/contract/provider-offices.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pagePosition } from '../../platform/paging.ts';
import type { Viewer } from '../identity/index.ts';
import { HeldBodies } from '../ingest/index.ts';
import {
  archiveOffice,
  createOffice,
  type OfficeDependencies,
  openOffice,
  saveOffice,
  takeFeedOfOffice,
} from './change-offices.ts';
import { listOffices } from './desk-offices.ts';
import { addPlacesOfFile, drawNewArea, listRoutes, readOfficeMap, redrawPlace } from './office-areas.ts';
import { readOfficeRows, saveOfficeRow, takeFeedOfRow } from './office-rows.ts';
import { placeAt, placeOfAddress } from './place-of-address.ts';

/** Bytes of files that are read at once. */
const heldBytes = 3 * areas.maxAreaFile;

/** The provider's desk of offices. */
export function serveProviderOffices(routes: RouteServer<Viewer>, dependencies: OfficeDependencies): void {
  const { kysely } = dependencies.database;

  routes.serve(contract.listDeskOffices, async ({ viewer, query }) => {
    const { total, records } = await listOffices(kysely, viewer, query);
    return { meta: pagePosition(query, total), records };
  });

  routes.serve(contract.getDeskOffice, ({ viewer, params }) => openOffice(dependencies, viewer, params.id));

  routes.serve(contract.createDeskOffice, ({ viewer, body }) => createOffice(dependencies, viewer, body));

  routes.serve(contract.saveDeskOffice, ({ viewer, params, body }) =>
    saveOffice(dependencies, viewer, params.id, body),
  );

  routes.serve(contract.takeFeedOfOffice, ({ viewer, params, body }) =>
    takeFeedOfOffice(dependencies, viewer, params.id, body.column),
  );

  routes.serve(contract.archiveOffice, async ({ viewer, params, body }) => {
    await archiveOffice(dependencies, viewer, params.id, body.archived);
    return {};
  });

  routes.serve(contract.officeRows, ({ viewer, params }) => readOfficeRows(dependencies, viewer, params));

  routes.serve(contract.addOfficeRow, async ({ viewer, params, body: { values } }) => ({
    id: await saveOfficeRow(dependencies, viewer, { ...params, rowId: null, values, before: {} }),
  }));

  routes.serve(contract.saveOfficeRow, async ({ viewer, params, body }) => ({
    id: await saveOfficeRow(dependencies, viewer, { ...params, ...body }),
  }));

  routes.serve(contract.takeFeedOfOfficeRow, async ({ viewer, params, body: { column } }) => {
    await takeFeedOfRow(dependencies, viewer, { ...params, column });
    return {};
  });

  routes.serve(contract.findPlace, async ({ query: { address, latitude, longitude } }) => {
    if (address) return { place: await placeOfAddress(address) };
    if (latitude === undefined || longitude === undefined)
      throw notValid({ address: 'Give an address, or a latitude and a longitude.' });
    return { place: placeAt(latitude, longitude) };
  });

  const held = new HeldBodies(heldBytes);

  routes.serve(areas.officeMap, ({ viewer, params }) => readOfficeMap(dependencies, viewer, params.id));

  routes.serve(areas.listCarrierRoutes, async ({ viewer, params }) => ({
    records: await listRoutes(dependencies, viewer, params.id),
  }));

  routes.serve(areas.drawArea, async ({ viewer, params, body }) => ({
    id: await drawNewArea(dependencies, viewer, params.id, body),
  }));

  routes.serve(areas.redrawArea, async ({ viewer, params: { id, list, rowId }, body }) => {
    await redrawPlace(dependencies, viewer, { officeId: id, list, rowId }, body);
    return {};
  });

  routes.serve(areas.addAreasOfFile, ({ viewer, params, query: { fileName, areaId, save }, request }) =>
    held.hold(request, { bytes: areas.maxAreaFile, time: minutes(5) }, (content) =>
      addPlacesOfFile(dependencies, viewer, params.id, {
        content,
        fileName,
        areaId: areaId ?? null,
        save: save === 'true',
      }),
    ),
  );
}
