import { recordsSource } from './rowSourceConfig.ts';

/** Options that are the records of a form: which form, and what of a record is value and text. */
export interface RecordOptions {
  formKey: string;
  isWholeUnit: boolean;
  valueName: string;
  labelName: string;
}

interface RemoteNode {
  isRemote?: string;
  resourseApi?: string;
  resourseApiType?: string;
  dataPath?: string;
  hashArr?: { label?: string; value?: string };
}

/**
 * Null when the options are not a list of records (POST frmCrud/list or listNoAuth), or stand elsewhere in its answer:
 * then nobody but the browser can tell what they are.
 */
export function recordOptions(node: object): RecordOptions | null {
  const { isRemote, resourseApi, resourseApiType, dataPath, hashArr } = node as RemoteNode;
  if (isRemote !== '1' || resourseApi === undefined || !['', 'data', 'data.data'].includes(dataPath ?? '')) return null;
  const records = recordsSource({
    url: resourseApi,
    method: resourseApiType?.toUpperCase() === 'POST' ? 'POST' : 'GET',
  });
  if (!records) return null;
  const valueName = hashArr?.value || 'value';
  return { ...records, valueName, labelName: hashArr?.label || 'label' };
}
