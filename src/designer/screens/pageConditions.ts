import { useMemo } from 'react';
import type { NamesInConditions } from '../canvas/properties/PropertyPanel.tsx';
import { VISIBLE_WHEN_TYPES } from '../../kernel/index.ts';
import type { ExpressionTypes } from '../../expressions/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { FLOW_STATE_CHOICES } from '../../screens/shared/flowState.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { fieldsOf, type FieldInfo } from '../flow/panel/design.ts';
import type { RawNode } from '../canvas/model/nodes.ts';

/** Types of the names in the conditions of a page's blocks; `row` is the record of a row action. */
const TYPES: ExpressionTypes = { ...VISIBLE_WHEN_TYPES, row: 'dyn' };

/** Converts a field for conditions of row actions, with the key `row.<key>`. */
const toRowField = (field: FieldInfo): FieldInfo => ({
  ...field,
  key: `row.${field.key}`,
  label: `本行的${field.label}`,
});
const STATE_FIELD: FieldInfo = toRowField({
  key: 'flwState',
  label: '审批状态',
  tag: 'el-select',
  type: 'string',
  options: [...FLOW_STATE_CHOICES],
  columns: null,
});

/**
 * Returns the fields for the conditions of a block: fields of the current user and, for a block with a `formKey`,
 * fields of that form as `row.<key>` for row actions.
 */
export function useNamesInConditions(node: RawNode | null): NamesInConditions {
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
  return useMemo((): NamesInConditions => {
    const commonProperties = { tag: 'el-select', columns: null };
    const userFields: FieldInfo[] = [
      {
        ...commonProperties,
        key: 'user.roles',
        label: '当前用户的角色',
        type: 'list',
        options: (roles ?? []).map(({ code, name }) => ({ value: code, label: name })),
      },
      { ...commonProperties, key: 'user.name', label: '当前用户的姓名', type: 'string', options: null },
    ];
    const rowFields = compiled ? [STATE_FIELD, ...fieldsOf(compiled).map(toRowField)] : [];
    return { fieldInfos: [...userFields, ...rowFields], types: TYPES };
  }, [roles, compiled]);
}
