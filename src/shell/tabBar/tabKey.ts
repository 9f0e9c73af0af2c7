/** Query names that make another record of the same screen; filters and the like do not. */
const IDENTITY = ['formKey', 'id', 'taskId', 'draft'];

/** What two addresses of one tab have in common (TA-004): the path and, on generic screens, the record. */
export function tabKey(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const parts = IDENTITY.flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** The same of an address as links hold it. */
export function tabKeyOf(address: string): string {
  const at = address.indexOf('?');
  return at === -1 ? tabKey(address, '') : tabKey(address.slice(0, at), address.slice(at));
}
