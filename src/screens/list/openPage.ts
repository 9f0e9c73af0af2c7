import type { ListActionContext } from './actions.ts';

/**
 * A list's action `openPage`: opens a page of this product (`args.path`) in a window of its own, of a row with its id.
 * A path that is no address in here opens nothing.
 */
export function openPage({ record, args }: ListActionContext): void {
  const path = typeof args.path === 'string' ? args.path : '';
  if (!/^\/(?!\/)/.test(path)) return;
  const query = record?.id ? `${path.includes('?') ? '&' : '?'}id=${encodeURIComponent(record.id)}` : '';
  window.open(`#${path}${query}`, '_blank', 'noopener');
}
