/**
 * Query parameters that identify a record, or the source of a new mail (`source`, `act`). Other parameters, such as
 * filters, do not change the tab.
 */
const IDENTITY_PARAMS = ['formKey', 'id', 'taskId', 'draft', 'source', 'act'];
/** Query parameters with the source record of a new record. */
const SOURCE_PARAMS = ['from', 'fromId', 'fromRule'];
/** Query parameters with the initial values of a new record. */
const PRESET_PARAM = /^(?:fix|set)\./;

/**
 * Returns the names of the parameters with the initial content of a new record. Without `fromId`, `from` is a filter of
 * a list.
 */
const initialContentParams = (query: URLSearchParams): readonly string[] => [
  ...(query.get('fromId') ? SOURCE_PARAMS : []),
  ...[...query.keys()].filter((name) => PRESET_PARAM.test(name)).toSorted(),
];

/**
 * Key of the tab for an address (TA-004): the path and the query parameters that identify the record. For an address
 * without an id, the parameters with the initial content of the new record count, too. These parameters stay in the
 * address after the record gets its id, but then no longer count.
 */
export function tabKey(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const names = new Set([...IDENTITY_PARAMS, ...(query.get('id') ? [] : initialContentParams(query))]);
  const params = [...names].flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return params.length === 0 ? path : `${path}?${params.join('&')}`;
}

/** `tabKey` for an address of the form `path?query`. */
export function tabKeyOf(address: string): string {
  const queryStart = address.indexOf('?');
  return queryStart === -1 ? tabKey(address, '') : tabKey(address.slice(0, queryStart), address.slice(queryStart));
}
