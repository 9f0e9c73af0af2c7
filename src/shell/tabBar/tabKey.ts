/**
 * Query parameters that identify the record, or the mail that a new one is made from (`source`, `act`); other
 * parameters, such as filters, do not change the tab.
 */
const IDENTITY_PARAMS = ['formKey', 'id', 'taskId', 'draft', 'source', 'act'];
/** The record that a new record is made from. */
const SOURCE_PARAMS = ['from', 'fromId', 'fromRule'];
/** The values in the address that a new record begins with. */
const PRESET_PARAM = /^(?:fix|set)\./;

/** Names of the parameters that tell what a new record begins with. Without `fromId`, `from` is a filter of a list. */
const originParams = (query: URLSearchParams): readonly string[] => [
  ...(query.get('fromId') ? SOURCE_PARAMS : []),
  ...[...query.keys()].filter((name) => PRESET_PARAM.test(name)).toSorted(),
];

/**
 * Key of the tab for an address (TA-004): the path and the query parameters that identify the record. Without an id,
 * the parameters that a new record begins with count, too; a record that has got its id keeps them in its address, but
 * is the same record without them.
 */
export function tabKey(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const names = new Set([...IDENTITY_PARAMS, ...(query.get('id') ? [] : originParams(query))]);
  const parts = [...names].flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** `tabKey` for an address of the form `path?query`. */
export function tabKeyOf(address: string): string {
  const queryStart = address.indexOf('?');
  return queryStart === -1 ? tabKey(address, '') : tabKey(address.slice(0, queryStart), address.slice(queryStart));
}
