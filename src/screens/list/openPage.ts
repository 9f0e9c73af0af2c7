import type { ListActionContext } from './actions.ts';

/**
 * The list action `openPage`: opens a page of this product (`args.path`) in a new window; for a row, with its id in the
 * query. Does nothing if the path is not an address of this product.
 */
export function openPage({ record, args }: ListActionContext): void {
  const path = typeof args.path === 'string' ? args.path : '';
  if (!/^\/(?!\/)/.test(path)) return;
  const query = record?.id ? `${path.includes('?') ? '&' : '?'}id=${encodeURIComponent(record.id)}` : '';
  window.open(`#${path}${query}`, '_blank', 'noopener');
}
