import type { uploadPatientList, PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { Household, listPatientLists } from '@mailcall/contract/patient-lists.ts';
import type { PatientField } from '@mailcall/contract/rules/patient-columns.ts';
import type { TextEncoding } from '@mailcall/contract/rules/text-encodings.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { bearer, type TestApp } from './test-app.ts';
import { PatientListJobs } from '../../server/features/patient-lists/patient-list-jobs.ts';

export function patientListsAs(here: TestApp, token: () => string) {
  const send = async <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await here.app.http.inject({
      method,
      url: `/api/maps${path}`,
      headers: bearer(token()),
      ...(payload && { payload }),
    });
    return {
      code: answer.statusCode,
      headers: answer.headers,
      ...answer.json<{ message?: string; data: Data }>(),
    };
  };
  const upload = async (file: string | Buffer, query: { accountId?: string; fileName?: string } = {}) => {
    const answer = await here.app.http.inject({
      method: 'POST',
      url: `/api/maps/patient-lists/uploads?${encodeQuery({ accountId: 'own', fileName: 'march_patients.csv', ...query })}`,
      headers: { ...bearer(token()), 'content-type': 'text/csv' },
      payload: file,
    });
    return {
      code: answer.statusCode,
      ...answer.json<{ message?: string; data: RouteReply<typeof uploadPatientList> }>(),
    };
  };
  const readAgain = (id: string, layout: { encoding: TextEncoding; headerLine: number | null }) =>
    send<RouteReply<typeof uploadPatientList>>('POST', `/patient-lists/uploads/${id}/layout`, layout);
  const start = (
    id: string,
    body: {
      columns: (PatientField | null)[];
      name?: string;
      replacedListId?: string | null;
      includedLines?: number[];
    },
  ) =>
    send<{ upload: PatientListUpload }>('POST', `/patient-lists/uploads/${id}/start`, {
      name: 'March patients',
      replacedListId: null,
      ...body,
    });
  const progress = async (id: string) =>
    (await send<{ upload: PatientListUpload }>('GET', `/patient-lists/uploads/${id}`)).data.upload;
  const work = async (id: string, accountId = 'own', ignoresArchived = false) => {
    const jobs = new PatientListJobs({ ...here, log: here.app.http.log as never });
    await jobs.read({ accountId, id, ignoresArchived });
    return progress(id);
  };
  return {
    send,
    upload,
    readAgain,
    start,
    progress,
    work,
    async add(file: string | Buffer, body: { name?: string; replacedListId?: string | null } = {}) {
      const { data } = await upload(file);
      await start(data.upload.id, { columns: data.columns.map(({ field }) => field), ...body });
      return work(data.upload.id);
    },
    list: async () =>
      (await send<RouteReply<typeof listPatientLists>>('GET', '/accounts/patient-lists?accountIds[]=*')).data
        .records,
    households: (id: string) => send<{ records: Household[] }>('GET', `/patient-lists/${id}/households`),
  };
}
