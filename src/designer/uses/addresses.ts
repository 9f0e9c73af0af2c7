import type { AffectedItem } from '../../runtime/services/documents.ts';

/** Name, path of the management page, and URL parameter of the open document, by kind. */
const MANAGERS: Readonly<
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

export const kindNameOf = (kind: AffectedItem['kind']): string => MANAGERS[kind][0];

/** Returns the URL that opens a document, at `path` if it is set; for a kind without an editor the URL of its page. */
export function addressOf({ kind, key, path }: Pick<AffectedItem, 'kind' | 'key' | 'path'>): string {
  const [, manager, parameter] = MANAGERS[kind];
  if (parameter === null) return `#${manager}`;
  const query = new URLSearchParams({ [parameter]: key, ...(path.length > 0 ? { at: JSON.stringify(path) } : {}) });
  return `#${manager}?${query.toString()}`;
}

/** Parses the `at` parameter of a URL, which is the JSON of a path; null if it is missing or invalid. */
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
