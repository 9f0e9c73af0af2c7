/**
 * Query parameters that identify the record, or the record or mail that a new one is made from (`source`, `act`); other
 * parameters, such as filters, do not change the tab.
 */
const IDENTITY_PARAMS = ['formKey', 'id', 'taskId', 'draft', 'source', 'act'];

/** Key of the tab for an address (TA-004): the path and the query parameters that identify the record. */
export function tabKey(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const parts = IDENTITY_PARAMS.flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** `tabKey` for an address of the form `path?query`. */
export function tabKeyOf(address: string): string {
  const queryStart = address.indexOf('?');
  return queryStart === -1 ? tabKey(address, '') : tabKey(address.slice(0, queryStart), address.slice(queryStart));
}
