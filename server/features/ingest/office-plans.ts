import { bumpAccountVersions } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';

/** Makes open screens compute waiting times again. */
const raiseVersions: MergePlan['after'] = async ({ database }) => {
  const { rows } = await executeSql<{ account_id: string }>(
    database,
    `select distinct account_id from ${batchTable} where bad is null`,
  );
  await bumpAccountVersions(
    database,
    rows.map(({ account_id }) => account_id),
  );
};

const ofOffices = { together: false, account: 'own', versioned: false, after: raiseVersions } as const;

/** People's hours and holidays stay until the feed sends others. */
export const officeHoursPlan: MergePlan = { file: feedFile('office-hours'), ...ofOffices };

export const officeHolidaysPlan: MergePlan = { file: feedFile('office-holidays'), ...ofOffices };
