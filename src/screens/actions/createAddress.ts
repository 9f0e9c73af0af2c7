import type { CreateSource } from '../../runtime/services/actions.ts';

/** Address parameters of a new record that is made from another one. */
const FROM = 'from';
const ID = 'fromId';
const RULE = 'fromRule';

export const createQuery = (formKey: string, { from, id, index }: CreateSource): Record<string, string> => ({
  formKey,
  isEdit: '1',
  [FROM]: from,
  [ID]: id,
  [RULE]: String(index),
});

/** The source that an address names; null: none. */
export function sourceIn(query: Readonly<Record<string, string>>): CreateSource | null {
  const { [FROM]: from, [ID]: id, [RULE]: rule } = query;
  const index = Number(rule ?? '');
  return from && id && rule !== undefined && Number.isInteger(index) && index >= 0 ? { from, id, index } : null;
}
