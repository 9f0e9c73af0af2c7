import { DeleteOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { DataScope, FormScope, ScopeWithDepts, RoleScopes } from '../../runtime/services/roleScopes.ts';
import { ChosenDepts } from './ChosenDepts.tsx';
import { normalizedScope, SCOPES } from './dataScopes.ts';

interface Props {
  formScopes: readonly FormScope[];
  /** The scope of the role in all other forms. */
  generalScope: ScopeWithDepts;
  forms: RoleScopes['forms'];
  onChange(formScopes: FormScope[]): void;
}

/** Editor of the forms in which the role has a separate data scope. */
export function FormScopes({ formScopes, generalScope, forms, onChange }: Props) {
  const nameOf = (key: string): string => forms.find(({ formKey }) => formKey === key)?.formName ?? key;
  const change = (formScope: FormScope, next: FormScope): void =>
    onChange(formScopes.map((existing) => (existing === formScope ? next : existing)));
  const addableForms = forms.filter(({ formKey }) => !formScopes.some((formScope) => formScope.formKey === formKey));
  return (
    <div className="dz-scope-lines">
      {formScopes.length === 0 ? <p className="sc-note">没有单独设置的表单，都按上面的范围</p> : null}
      {formScopes.map((formScope) => (
        <div key={formScope.formKey} className="dz-scope-line" data-form={formScope.formKey}>
          <span className="dz-scope-form" title={formScope.formKey}>
            {nameOf(formScope.formKey)}
          </span>
          <Select<DataScope>
            value={formScope.scope}
            aria-label={`${nameOf(formScope.formKey)}的范围`}
            options={SCOPES.map(({ value, label }) => ({ value, label }))}
            popupMatchSelectWidth={false}
            onChange={(scope) =>
              change(formScope, {
                formKey: formScope.formKey,
                ...normalizedScope({ scope, deptIds: formScope.deptIds ?? generalScope.deptIds ?? [] }),
              })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${nameOf(formScope.formKey)}不再单独设置`}
            title="不再单独设置"
            onClick={() => onChange(formScopes.filter((other) => other !== formScope))}
            data-action="remove-line"
          />
          {formScope.scope === 'chosen' ? (
            <ChosenDepts
              label={`选择${nameOf(formScope.formKey)}能查看的部门`}
              ids={formScope.deptIds ?? []}
              onChange={(deptIds) => change(formScope, { ...formScope, deptIds })}
            />
          ) : null}
        </div>
      ))}
      <Select<string | null>
        className="dz-scope-new"
        value={null}
        showSearch
        optionFilterProp="label"
        placeholder="添加单独设置的表单"
        aria-label="添加单独设置的表单"
        notFoundContent="没有其他已发布的表单"
        options={addableForms.map(({ formKey, formName }) => ({ value: formKey, label: formName }))}
        onChange={(formKey) => {
          if (formKey) onChange([...formScopes, { formKey, ...generalScope }]);
        }}
        data-action="add-line"
      />
    </div>
  );
}
