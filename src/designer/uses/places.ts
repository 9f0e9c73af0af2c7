import type { AffectedPlace } from '../../runtime/services/documents.ts';

/** What a document or entry is called, where it is kept, and the address's parameter that opens it there. */
const KEPT: Readonly<Record<AffectedPlace['kind'], readonly [word: string, path: string, parameter: string | null]>> = {
  form: ['表单', '/system/formManager', 'form'],
  screen: ['界面', '/system/screenManager', 'screen'],
  flow: ['流程', '/system/flowManager', 'flow'],
  dataset: ['数据集', '/system/datasetManager', 'dataset'],
  menu: ['菜单', '/system/menuManager', null],
  role: ['角色', '/system/roleManager', null],
  dictionary: ['字典', '/system/dictManager', null],
};

export const wordOf = (kind: AffectedPlace['kind']): string => KEPT[kind][0];

/** The address that opens what names something, at its place. */
export function addressOf({ kind, key, path }: Pick<AffectedPlace, 'kind' | 'key' | 'path'>): string {
  const [, manager, parameter] = KEPT[kind];
  if (parameter === null) return `#${manager}`;
  const query = new URLSearchParams({ [parameter]: key, ...(path.length > 0 ? { at: JSON.stringify(path) } : {}) });
  return `#${manager}?${query.toString()}`;
}

/** The place that an address asks to be shown; null: none, or nothing that is a path. */
export function placeAsked(at: string | undefined): (string | number)[] | null {
  try {
    const path: unknown = JSON.parse(at ?? '');
    return Array.isArray(path) && path.every((step) => typeof step === 'string' || typeof step === 'number')
      ? path
      : null;
  } catch {
    return null;
  }
}
