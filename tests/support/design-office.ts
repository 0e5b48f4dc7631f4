import { closeDesign, type Design, listDesigns, type ReviewComment } from '@mailcall/contract/designs.ts';
import { addReviewComment } from '@mailcall/contract/review-comments.ts';
import { beforeEach, expect } from 'vitest';
import { requestRoute } from './request-route.ts';
import { addDesign, recordOfDesigns, type TestDesign } from './designs.ts';
import { signInAs, testApp } from './test-app.ts';

export function designOffice() {
  const here = testApp();
  const tokens = { olga: '', otto: '', felix: '' };
  const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
  const one = async (sql: string, ...values: unknown[]) =>
    (await here.database.pool.query<Record<string, unknown>>(sql, values)).rows[0];

  beforeEach(async () => {
    await recordOfDesigns(here);
    for (const name of ['olga', 'otto', 'felix'] as const)
      tokens[name] ||= await signInAs(here, `${name}@people.test`);
  });

  type Ask = Parameters<typeof requestRoute>[3];
  const as = <Data>(who: keyof typeof tokens, route: Parameters<typeof requestRoute>[2], parts: Ask = {}) =>
    requestRoute<Data>(here, tokens[who], route, parts);
  const designOf = async (id = 'card') => {
    const { data } = await as<{ records: Design[] }>('olga', listDesigns, { query: { ids: [id] } });
    return data.records[0] as Design;
  };
  const pin = { body: 'Brighter, please.', side: 'front', x: 0.25, y: 0.5 };
  const comment = (who: keyof typeof tokens, body: object = pin, designId = 'card') =>
    as<{ comment: ReviewComment }>(who, addReviewComment, { params: { designId }, body });
  const said = async (who: keyof typeof tokens = 'olga', body: object = pin) => {
    const { code, data } = await comment(who, body);
    expect(code).toBe(200);
    return data.comment;
  };
  const close = (who: keyof typeof tokens = 'olga', body: object = {}, id = 'card') =>
    as<{ design: Design; decision: string }>(who, closeDesign, { params: { id }, body });
  const add = (id: string, given?: TestDesign) => addDesign(here, id, given);
  return { here, tokens, write, one, addDesign: add, as, designOf, pin, comment, said, close };
}
