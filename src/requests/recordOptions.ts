import { recordListSource } from '../kernel/index.ts';

/** Options that are the records of a form: the form, and the names of value and display text in a record. */
export interface RecordOptions {
  formKey: string;
  /**
   * True if the call lists all records of the unit (listNoAuth), false if it lists only those that the person may read.
   */
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
 * Returns the form and the names from which a field's options are read. Null if the options are not the result of a
 * call that lists records (POST frmCrud/list or listNoAuth), or if `dataPath` is not the position of the records in the
 * answer; the server cannot check such options.
 */
export function recordOptions(node: object): RecordOptions | null {
  const { isRemote, resourseApi, resourseApiType, dataPath, hashArr } = node as RemoteNode;
  if (isRemote !== '1' || resourseApi === undefined || !['', 'data', 'data.data'].includes(dataPath ?? '')) return null;
  const records = recordListSource({
    url: resourseApi,
    method: resourseApiType?.toUpperCase() === 'POST' ? 'POST' : 'GET',
  });
  if (!records) return null;
  const valueName = hashArr?.value || 'value';
  return { ...records, valueName, labelName: hashArr?.label || 'label' };
}
