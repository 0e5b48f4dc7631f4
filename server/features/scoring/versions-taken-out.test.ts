import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { writeExport } from '../data-out/index.ts';
import { importFolder } from '../ingest/index.ts';

const { here, minutesAgo, bring, next, save } = scoringDesk();

test('versions come back without texts of a call whose personal data was removed', async () => {
  await bring(['kept', 'removed'].map((id, place) => ({ id, call_date_time: minutesAgo(30 - place) })));
  for (const id of ['kept', 'removed']) {
    await next('nora');
    expect((await save('nora', id)).code).toBe(200);
  }
  const parent = await mkdtemp(join(tmpdir(), 'mailcall-versions-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'export');
  expect((await writeExport(here, { folder, since: null })).rows['score-versions']).toBe(2);
  await here.database.pool.query('delete from score_versions');
  await here.database.pool.query(`update calls set personal_data_removed = true where id = 'removed'`);
  expect((await importFolder(here.database, folder, { files: here.files })).firstRejections).toEqual([]);
  const { rows } = await here.database.pool.query(
    `select call_id as id, number, contact_id as by, score ->> 'callerName' as caller, score ->> 'highlights' as highlights,
       (score ->> 'opportunity')::boolean as opportunity
     from score_versions order by call_id`,
  );
  const scored = { number: 1, by: 'nora', opportunity: true };
  expect(rows).toEqual([
    { id: 'kept', ...scored, caller: 'Nora Chavez', highlights: 'Asked for the price of a cleaning.' },
    { id: 'removed', ...scored, caller: null, highlights: null },
  ]);
  // the same export again adds nothing
  const again = await importFolder(here.database, folder, { files: here.files });
  expect(again.files.find(({ file }) => file === 'score-versions.ndjson')).toMatchObject({ added: 0 });
});
