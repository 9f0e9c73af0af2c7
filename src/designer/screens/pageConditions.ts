import { useMemo } from 'react';
import type { Conditions } from '../canvas/properties/PropertyPanel.tsx';
import { BLOCK_TYPES, type ExpressionTypes } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { FLOW_STATE_CHOICES } from '../../screens/shared/flowState.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { fieldsOf, type FieldInfo } from '../flow/panel/design.ts';
import type { RawNode } from '../canvas/model/nodes.ts';

/** Names for the conditions of a page's blocks; `row` is the record beside an action of a list. */
const TYPES: ExpressionTypes = { ...BLOCK_TYPES, row: 'dyn' };

/** A field of the record in the row, as conditions name it. */
const ofRow = (field: FieldInfo): FieldInfo => ({
  ...field,
  key: `row.${field.key}`,
  label: `本行的${field.label}`,
});
const STATE: FieldInfo = ofRow({
  key: 'flwState',
  label: '审批状态',
  tag: 'el-select',
  type: 'string',
  options: [...FLOW_STATE_CHOICES],
  columns: null,
});

/**
 * The names that the conditions of a block offer: the current user, and for a block with a `formKey` the fields of that
 * form as `row.<key>`, for actions beside a row.
 */
export function usePageConditions(node: RawNode | null): Conditions {
  const services = useServices();
  const vocabulary = useRegistry();
  const formKey = typeof node?.formKey === 'string' ? node.formKey : '';
  const { load: holders } = useLoad(() => services.flows.holders(), [services]);
  const { load: form } = useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey })),
    [services, vocabulary, formKey],
  );
  const roles = holders.value?.roles;
  const compiled = form.value;
  return useMemo((): Conditions => {
    const own = { tag: 'el-select', columns: null };
    const people: FieldInfo[] = [
      {
        ...own,
        key: 'user.roles',
        label: '当前用户的角色',
        type: 'list',
        options: (roles ?? []).map(({ code, name }) => ({ value: code, label: name })),
      },
      { ...own, key: 'user.name', label: '当前用户的姓名', type: 'string', options: null },
    ];
    const row = compiled ? [STATE, ...fieldsOf(compiled).map(ofRow)] : [];
    return { infos: [...people, ...row], types: TYPES };
  }, [roles, compiled]);
}
