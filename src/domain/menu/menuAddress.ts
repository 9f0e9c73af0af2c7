import type { MenuItem } from '../../grammar/documents.ts';

/** Matches an address outside the product (SB-013, RG-015). */
export const EXTERNAL = /^(https?:|mailto:|tel:)/i;

/** Components of entries that only contain other entries. */
export const GROUP_COMPONENTS: readonly string[] = ['Layout', 'ParentView', ''];

/** SB-006…008: returns false for an item with `hidden`, with `ifAppear` '1' or with a `showFlag` other than '1'. */
export const isShown = ({ hidden, ifAppear, showFlag }: Pick<MenuItem, 'hidden' | 'ifAppear' | 'showFlag'>): boolean =>
  hidden !== true && ifAppear !== '1' && (showFlag === undefined || showFlag === null || showFlag === '1');

/**
 * Returns the address of a menu item: its complete `url` if urlType is '1' (RG-017), else its `path`, maybe relative.
 */
export const addressOfItem = ({ urlType, url, path }: Pick<MenuItem, 'urlType' | 'url' | 'path'>): string =>
  urlType === '1' && url ? url.replace(/^#/, '') : (path ?? '');

/** Joins a child's path to its parent's; a path with a leading slash is absolute. */
export const joinPath = (parent: string, path: string): string => {
  if (path.startsWith('/') || path === '') return path.replace(/(.)\/+$/, '$1');
  return `${parent.replace(/\/+$/, '')}/${path.replace(/\/+$/, '')}`;
};
