import type { DataScope } from '../records/index.ts';
import type { SavedDictionary } from '../system/index.ts';
import type { FormRight } from '../../rules/formRights.ts';
import type { MenuItem } from '../../grammar/documents.ts';
import { type PackItem, stableText } from './kinds.ts';
import { textHash } from '../store/textHash.ts';

export type DictionaryContent = Pick<SavedDictionary, 'typeName' | 'items'> & { parentCode: string | null };

/** A role with its rights in the forms of the pack; never who holds it. */
export interface RoleContent {
  name: string;
  note: string;
  sn: number;
  permissions: string[];
  /** Of chosen departments only that they are chosen: which ones is each company's own matter. */
  scopes: { formKey: string; scope: DataScope }[];
  forms: { formKey: string; rights: FormRight[]; hidden: string[]; locked: string[] }[];
}

export interface MenuContent {
  parentCode: string | null;
  roles: string[] | null;
  /** Where it stands among its siblings; for entries that are new, no difference of others. */
  place: number;
  item: Omit<MenuItem, 'id' | 'parentId' | 'children' | 'sn' | 'code' | 'roles'>;
}

/** What is compared of a thing. */
export function comparable({ kind, content }: Pick<PackItem, 'kind' | 'content'>): string {
  if (kind === 'flow') return String(content).replaceAll('\r\n', '\n').trim();
  if (kind === 'role') {
    const { forms, ...rest } = content as RoleContent;
    // no right in a form is the same whether the form is there or not
    const lines = forms.filter(({ rights, hidden, locked }) => rights.length + hidden.length + locked.length > 0);
    return stableText({ ...rest, forms: lines }, 2);
  }
  if (kind !== 'menu') return stableText(content, 2);
  const { place: _place, ...rest } = content as MenuContent;
  return stableText(rest, 2);
}

export const hashOf = (item: Pick<PackItem, 'kind' | 'content'>): string => textHash(comparable(item));
