import { allRoutes } from '@mailcall/contract/api.ts';
import { expect, test } from 'vitest';
import { serviceBase } from '../server/platform/http/serve.ts';
import { malformedRequests } from './malformed/malformed-run.ts';
import { pages } from './malformed/random-request.ts';

const { here, send, reach } = malformedRequests();

/** The status of routes that do what they are for only with a code or a link that one person was given, or after other steps. */
const furthest: Readonly<Record<string, number>> = {
  'POST /contacts/activate/verify': 422,
  'POST /contacts/activate': 422,
  'POST /contacts/refresh-activation-link': 422,
  'POST /contacts/withdraw/verify': 422,
  'POST /contacts/withdraw': 422,
  'POST /auth/scoreboard/grant/verify': 422,
  'POST /auth/scoreboard/grant': 422,
  'POST /user/scoreboard-grants': 422,
  'POST /mfa/challenge': 400,
  'POST /user/settings/confirm': 422,
  'POST /user/passkeys': 422,
  'POST /user/proof/code': 422,
  'DELETE /user/passkeys/:id': 404,
  'DELETE /user/sessions/:id': 404,
  'GET /alerts/unsubscribe/:token/emails': 404,
  'POST /alerts/unsubscribe/:token': 404,
  'POST /callbacks/:id/undo': 404,
  'GET /calls/:id/recording': 404,
  'GET /recordings/:signature': 403,
  'GET /images/:signature': 403,
  'GET /calls/download.xlsx': 403,
  'POST /calls/exports/:id/file': 404,
  'GET /calls/exports/file.xlsx': 403,
  'GET /patient-lists/:id.csv': 403,
  'POST /designs/:id/pdf': 404,
  'PUT /user/password': 422,
  'POST /designs/select-concept': 422,
  'PUT /designs/review-comments/:id': 422,
  'DELETE /designs/review-comments/:id': 422,
  'POST /designs/review-comments/:id/accept': 422,
  'POST /designs/review-comments/:id/reject': 422,
  'POST /patient-lists/uploads/:id/start': 422,
  'POST /patient-lists/uploads/:id/layout': 422,
  'POST /patient-lists/uploads/:id/add': 422,
  // there is no such message, webhook, key or grant
  'POST /operate/messages/:id/resend': 422,
  'POST /operate/webhooks/:id/resume': 422,
  'POST /operate/api-keys/:id/revoke': 422,
  'POST /operate/grants/:id/revoke': 422,
  // the calls have no recording
  'POST /scoring/calibration/:setId/start': 422,
  'POST /scoring/calibration/:setId/calls/:callId/undo': 422,
  // the callback desk's route has resolved it
  'POST /calls/:id/resolve': 422,
  // no connection here is for an agency
  'POST /provider/connections/:name/companies/look': 422,
  'PUT /provider/connections/:name/companies': 400,
  'PUT /provider/connections/:name/companies/:companyId/joined': 422,
  // the provider's route has moved it back
  'GET /mailings/:id/story': 422,
  // pictures of chance are not checked ones, and no format has the sent one's size
  'POST /provider/designs': 400,
  'POST /provider/designs/files': 400,
  'POST /provider/designs/:id/versions': 400,
  'POST /provider/designs/:id/send': 400,
  // texts of chance lack the name or the type
  'POST /provider/mailings': 422,
  // values of chance are not those that are stored
  'PUT /provider/mailings/:id': 422,
  // accounts, phone and email of chance do not fit together
  'POST /provider/team': 422,
  // the sent file is not checked, and columns of chance are not its own
  'POST /provider/spreadsheets/:id/check': 422,
  'POST /provider/spreadsheets/:id/import': 422,
  'GET /provider/spreadsheets/:id/rejected.csv': 404,
  'POST /provider/offices': 422,
  // columns of chance are those of several lists
  'POST /provider/offices/:id/lists/:list': 400,
  'PUT /provider/offices/:id/lists/:list/:rowId': 400,
  // no shape has a carrier route of chance
  'POST /provider/offices/:id/areas': 404,
  'PUT /provider/offices/:id/lists/:list/:rowId/routes': 404,
  // only a preview knows its state
  'POST /provider/offices/:id/merge': 422,
  // lists and values of chance
  'PUT /provider/picklists': 422,
  'POST /provider/picklists/industries': 404,
  // they have a password
  'POST /contacts/:contactId/send-setup': 422,
};

/** Routes of the server, such as `GET /health`; each line of Fastify's tree continues the path of the line it is below. */
function registeredRoutes(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    above.length = indent.length / 4;
    above.push(part);
    return methods?.split(', ').map((method) => `${method} ${above.join('')}`) ?? [];
  });
}

/** A route without the names of its parameters, which Fastify says together where routes differ in them. */
const unnamed = (route: string) => route.replaceAll(/:\w+(?:\|:\w+)*/g, ':');

test('the generator sends to everything that the server has an address for', () => {
  const routes = [
    ...allRoutes.map(({ service, path, method }) => `${method} ${serviceBase[service]}${path}`),
    ...pages.map((page) => `GET ${page}`),
    'GET *',
  ];
  const known = new Set(routes.map(unnamed));
  const registered = registeredRoutes(here.app.http.printRoutes({ commonPrefix: false }));
  expect(registered.length).toBeGreaterThan(known.size - 10);
  expect(registered.filter((route) => !route.startsWith('HEAD ') && !known.has(unnamed(route)))).toEqual([]);
});

test('the generator reaches every route: without an error in it a request is not refused', async () => {
  const refused: Record<string, string[]> = {};
  // last, because no route reaches a deleted row
  const deleting = allRoutes.filter(({ method }) => method === 'DELETE');
  const others = allRoutes.filter(({ method }) => method !== 'DELETE');
  for (const route of [...others, ...deleting]) {
    const name = `${route.method} ${route.path}`;
    // a request for tokens has many fields, most of which exclude each other
    const answers = await reach(route, { seed: 1, attempts: 3000, status: furthest[name] });
    if (answers !== true) refused[name] = answers;
  }
  expect(refused).toEqual({});
});

test('malformed requests to any route are refused without an error of the server, and change nothing of another office', async () => {
  const { findings, statuses } = await send(400, 20_261_123, 4);
  expect(findings).toEqual([]);
  expect(here.logged).toEqual([]);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(60);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(20);
});
