import type { DataScope } from '../records/index.ts';
import type { DictionaryInput } from '../system/index.ts';
import type { FormRight } from '../../rules/formRights.ts';
import type { MenuItem } from '../../grammar/documents.ts';
import { type PackItem, stableText } from './packItem.ts';
import { textHash } from '../store/textHash.ts';

/** The content of a dictionary in a pack. */
export type DictionaryContent = Pick<DictionaryInput, 'typeName' | 'items'> & { parentCode: string | null };

/** A role with its rights on the forms of the pack, without its members. */
export interface RoleContent {
  name: string;
  note: string;
  sn: number;
  permissions: string[];
  /** Data scopes. A scope `chosen` is packed without its departments, since departments differ between companies. */
  scopes: { formKey: string; scope: DataScope }[];
  forms: { formKey: string; rights: FormRight[]; hidden: string[]; locked: string[] }[];
}

/** The content of a menu entry in a pack. `parentCode`: null at the top level; `roles`: null for everybody. */
export interface MenuContent {
  parentCode: string | null;
  roles: string[] | null;
  /** Position among its siblings; used for new entries only, and ignored in comparisons. */
  place: number;
  item: Omit<MenuItem, 'id' | 'parentId' | 'children' | 'sn' | 'code' | 'roles'>;
}

/** Returns the text of an item for comparisons. */
export function comparableText({ kind, content }: Pick<PackItem, 'kind' | 'content'>): string {
  if (kind === 'flow') return String(content).replaceAll('\r\n', '\n').trim();
  if (kind === 'role') {
    const { forms, ...otherContent } = content as RoleContent;
    // a form without any right is equal to an absent form
    const formsWithRights = forms.filter(
      ({ rights, hidden, locked }) => rights.length + hidden.length + locked.length > 0,
    );
    return stableText({ ...otherContent, forms: formsWithRights }, 2);
  }
  if (kind !== 'menu') return stableText(content, 2);
  const { place: _place, ...otherContent } = content as MenuContent;
  return stableText(otherContent, 2);
}

export const hashOf = (item: Pick<PackItem, 'kind' | 'content'>): string => textHash(comparableText(item));
