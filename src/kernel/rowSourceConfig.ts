import type { NodeByTag } from '../grammar/nodes.ts';

type TableNode = NodeByTag['subTable'];

/** Where rows of a sub-table come from by a call, and what of an answer goes where (SC-015…024, RD-001…003). */
export interface RowSource {
  url: string;
  method: 'GET' | 'POST';
  params: Readonly<Record<string, unknown>>;
  /** Position of the list in the answer. */
  position: string | undefined;
  /** Column -> name in an item (dots lead inside). Empty: names are the columns' own. */
  names: Readonly<Record<string, string>>;
}

/** CL-085: the picker's call. Its body is `{ data, page }`, so it is a POST unless the document says otherwise. */
export const outsideSource = (node: TableNode): RowSource | null =>
  node.outsideResourceApi === undefined
    ? null
    : {
        url: node.outsideResourceApi,
        method: node.outsideResourceApiType ?? 'POST',
        params: node.outsideResourceApiParams ?? {},
        position: node.outsideApiDataRes,
        names: node.outsideApiDataHashInfo ?? {},
      };

export const defaultSource = (node: TableNode): RowSource | null =>
  node.defaultTbDataResourceApi === undefined
    ? null
    : {
        url: node.defaultTbDataResourceApi,
        method: node.defaultTbDataResourceApiType ?? 'GET',
        params: node.defaultTbDataResourceApiParams ?? {},
        position: node.defaultTbDataApiDataRes,
        names: node.defaultTbDataApiDataHashInfo ?? {},
      };

const RECORDS = /^(?:\/?api)?\/?(?:system\/)?frmCrud\/(list|listNoAuth)\/([A-Za-z][\w-]*)$/;

/**
 * The form whose records a source lists, where it does: then the server can look up what was picked. Of any other source
 * it cannot tell, and nothing that this person may not type is taken from it.
 */
export function recordsSource({
  url,
  method,
}: Pick<RowSource, 'url' | 'method'>): { formKey: string; isWholeUnit: boolean } | null {
  const found = method === 'POST' ? RECORDS.exec(url.trim()) : null;
  return found ? { formKey: found[2] as string, isWholeUnit: found[1] === 'listNoAuth' } : null;
}

const ONE_RECORD = /^(?:\/?api)?\/?(?:system\/)?frmCrud\/getById\/([A-Za-z][\w-]*)(?:\?(.*))?$/;

/** The form and the id that a call reads one record by, where it does. */
export function recordSource({
  url,
  method,
  params,
}: Pick<RowSource, 'url' | 'method' | 'params'>): { formKey: string; id: string } | null {
  const found = method === 'GET' ? ONE_RECORD.exec(url.trim()) : null;
  if (!found) return null;
  const id = params['id'] ?? new URLSearchParams(found[2] ?? '').get('id');
  return typeof id === 'string' && id !== '' ? { formKey: found[1] as string, id } : null;
}

const PEOPLE = /^(?:\/?api)?\/?(?:system\/)?sys\/user\/likeName$/;

/** Whether a call looks people up by their name. */
export const isPeopleSource = ({ url, method }: Pick<RowSource, 'url' | 'method'>): boolean =>
  method === 'POST' && PEOPLE.test(url.trim());

/** Whether the server can ask a call again that filled a form: it reads records of a form, or people. */
export const canAskAgain = (call: Pick<RowSource, 'url' | 'method' | 'params'>): boolean =>
  recordsSource(call) !== null || recordSource(call) !== null || isPeopleSource(call);
