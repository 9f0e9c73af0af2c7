import type { NodeByTag } from '../grammar/nodes.ts';

type TableNode = NodeByTag['subTable'];

/** A request that supplies rows of a sub-table, and how its answer is mapped to columns (SC-015…024, RD-001…003). */
export interface RowSource {
  url: string;
  method: 'GET' | 'POST';
  params: Readonly<Record<string, unknown>>;
  /** Position of the list in the answer. */
  position: string | undefined;
  /**
   * By column key: the name of the value in an item of the list; a name with dots leads into nested objects. If empty,
   * items use the keys of the columns.
   */
  names: Readonly<Record<string, string>>;
}

/**
 * CL-085: returns the request of the row picker; null if the table has none. Its body is `{ data, page }`, so it is a
 * POST unless the document specifies otherwise.
 */
export const pickerRowSource = (node: TableNode): RowSource | null =>
  node.outsideResourceApi === undefined
    ? null
    : {
        url: node.outsideResourceApi,
        method: node.outsideResourceApiType ?? 'POST',
        params: node.outsideResourceApiParams ?? {},
        position: node.outsideApiDataRes,
        names: node.outsideApiDataHashInfo ?? {},
      };

/** Returns the request for the default rows; null if the table has none. */
export const defaultRowSource = (node: TableNode): RowSource | null =>
  node.defaultTbDataResourceApi === undefined
    ? null
    : {
        url: node.defaultTbDataResourceApi,
        method: node.defaultTbDataResourceApiType ?? 'GET',
        params: node.defaultTbDataResourceApiParams ?? {},
        position: node.defaultTbDataApiDataRes,
        names: node.defaultTbDataApiDataHashInfo ?? {},
      };

const RECORD_LIST_URL = /^(?:\/?api)?\/?(?:system\/)?frmCrud\/(list|listNoAuth)\/([A-Za-z][\w-]*)$/;

/**
 * Returns the form whose records a source lists, so that the server can verify picked rows. Null for any other source:
 * values from it are not accepted in columns that the person may not edit.
 */
export function recordListSource({
  url,
  method,
}: Pick<RowSource, 'url' | 'method'>): { formKey: string; isWholeUnit: boolean } | null {
  const match = method === 'POST' ? RECORD_LIST_URL.exec(url.trim()) : null;
  return match ? { formKey: match[2] as string, isWholeUnit: match[1] === 'listNoAuth' } : null;
}

const SINGLE_RECORD_URL = /^(?:\/?api)?\/?(?:system\/)?frmCrud\/getById\/([A-Za-z][\w-]*)(?:\?(.*))?$/;

/** Returns the form and the id of the record that a request reads; null for any other request. */
export function singleRecordSource({
  url,
  method,
  params,
}: Pick<RowSource, 'url' | 'method' | 'params'>): { formKey: string; id: string } | null {
  const match = method === 'GET' ? SINGLE_RECORD_URL.exec(url.trim()) : null;
  if (!match) return null;
  const id = params['id'] ?? new URLSearchParams(match[2] ?? '').get('id');
  return typeof id === 'string' && id !== '' ? { formKey: match[1] as string, id } : null;
}

const PEOPLE_SEARCH_URL = /^(?:\/?api)?\/?(?:system\/)?sys\/user\/likeName$/;

/** Returns true if a request searches people by name. */
export const isPeopleSource = ({ url, method }: Pick<RowSource, 'url' | 'method'>): boolean =>
  method === 'POST' && PEOPLE_SEARCH_URL.test(url.trim());

/** Returns true if the server can repeat a request that filled fields: it reads records of a form, or people. */
export const canRepeatRequest = (call: Pick<RowSource, 'url' | 'method' | 'params'>): boolean =>
  recordListSource(call) !== null || singleRecordSource(call) !== null || isPeopleSource(call);
