import type { AffectedItem } from '../../runtime/services/documents.ts';

/**
 * By kind: its Chinese name, the URL path of its management page, and the URL parameter for the key of the document
 * that the page opens (null if the page opens no single document).
 */
const MANAGEMENT_PAGES: Readonly<
  Record<AffectedItem['kind'], readonly [name: string, path: string, parameter: string | null]>
> = {
  form: ['表单', '/system/formManager', 'form'],
  screen: ['界面', '/system/screenManager', 'screen'],
  flow: ['流程', '/system/flowManager', 'flow'],
  dataset: ['数据集', '/system/datasetManager', 'dataset'],
  menu: ['菜单', '/system/menuManager', null],
  role: ['角色', '/system/roleManager', null],
  dictionary: ['字典', '/system/dictManager', null],
};

export const kindNameOf = (kind: AffectedItem['kind']): string => MANAGEMENT_PAGES[kind][0];

/**
 * Returns the URL that opens a document on the management page of its kind. `path`: the place (schema path) to show in
 * the document; empty: the whole document. If the page opens no single document, returns the URL of the page alone.
 */
export function addressOf({ kind, key, path }: Pick<AffectedItem, 'kind' | 'key' | 'path'>): string {
  const [, pagePath, parameter] = MANAGEMENT_PAGES[kind];
  if (parameter === null) return `#${pagePath}`;
  const query = new URLSearchParams({ [parameter]: key, ...(path.length > 0 ? { at: JSON.stringify(path) } : {}) });
  return `#${pagePath}?${query.toString()}`;
}

/** Parses the `at` parameter of a URL, which is a schema path as JSON; null if it is missing or invalid. */
export function parsePath(at: string | undefined): (string | number)[] | null {
  try {
    const path: unknown = JSON.parse(at ?? '');
    return Array.isArray(path) && path.every((part) => typeof part === 'string' || typeof part === 'number')
      ? path
      : null;
  } catch {
    return null;
  }
}
