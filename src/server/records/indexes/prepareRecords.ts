import type { FormPublished } from '../../documents/index.ts';
import { prepareColumns } from '../columns/prepareColumns.ts';
import { storePlans } from '../rollups/storePlans.ts';
import { retitle } from './retitle.ts';
import { prepareUniques } from './uniques.ts';

/** Brings the tables of a form's records to the version that is being published: columns, unique values, titles, kept values. */
export const prepareRecords: FormPublished = async (context, trx, published) => {
  const { formKey, version, form } = published;
  await prepareColumns(trx, formKey, form, version);
  await prepareUniques(trx, formKey, form);
  await retitle(context, trx, formKey, form, version - 1);
  return storePlans(context, trx, published);
};
