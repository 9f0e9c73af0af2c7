import type { MenuItem } from '../../grammar/documents.ts';

/** An address outside the product (SB-013, RG-015). */
export const EXTERNAL = /^(https?:|mailto:|tel:)/i;

/** Components that only hold children. */
export const HOLDERS: readonly string[] = ['Layout', 'ParentView', ''];

/** SB-006…008: `hidden`, `ifAppear` '1' and a `showFlag` other than '1' take an item out of the menu. */
export const isShown = ({ hidden, ifAppear, showFlag }: Pick<MenuItem, 'hidden' | 'ifAppear' | 'showFlag'>): boolean =>
  hidden !== true && ifAppear !== '1' && (showFlag === undefined || showFlag === null || showFlag === '1');

/** What an item says of its own address; urlType '1': the url is used whole (RG-017). */
export const ownAddress = ({ urlType, url, path }: Pick<MenuItem, 'urlType' | 'url' | 'path'>): string =>
  urlType === '1' && url ? url.replace(/^#/, '') : (path ?? '');

/** Joins a child's path to its parent's; a path with a leading slash stands alone. */
export const joinPath = (parent: string, path: string): string => {
  if (path.startsWith('/') || path === '') return path.replace(/(.)\/+$/, '$1');
  return `${parent.replace(/\/+$/, '')}/${path.replace(/\/+$/, '')}`;
};
