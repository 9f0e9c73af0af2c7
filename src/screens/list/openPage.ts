import type { ListActionContext } from './actions.ts';

/**
 * Opens a page of this product in a new window, with the record ids in the query, separated by commas. Does nothing if
 * the path is not an address of this product.
 */
export function openPageForRecords(path: unknown, ids: readonly string[]): void {
  // one leading slash: `//` would be another host
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return;
  const query =
    ids.length > 0 ? `${path.includes('?') ? '&' : '?'}id=${ids.map((id) => encodeURIComponent(id)).join(',')}` : '';
  window.open(`#${path}${query}`, '_blank', 'noopener');
}

/** Runs the list action `openPage`: opens the page `args.path`; for a row, with its id in the query. */
export function openPage({ record, args }: ListActionContext): void {
  openPageForRecords(args.path, record?.id ? [record.id] : []);
}
