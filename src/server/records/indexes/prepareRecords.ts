import type { FormPublishedHook } from '../../documents/index.ts';
import { prepareColumns } from '../columns/prepareColumns.ts';
import { storePlans } from '../rollups/storePlans.ts';
import { alignStatesAtPublication } from './alignStates.ts';
import { recomputeTitles } from './recomputeTitles.ts';
import { prepareUniques } from './uniques.ts';

/**
 * Updates the stored records of a form for the version that is being published: columns, unique values, titles,
 * states, kept values. Returns warnings about roll-ups in other forms that do not fit the new version.
 */
export const prepareRecords: FormPublishedHook = async (context, trx, published) => {
  const { formKey, version, form } = published;
  await prepareColumns(trx, formKey, form, version);
  await prepareUniques(trx, formKey, form);
  await recomputeTitles(context, trx, formKey, form, version - 1);
  await alignStatesAtPublication(context, trx, { formKey, version, form });
  return storePlans(context, trx, published);
};
