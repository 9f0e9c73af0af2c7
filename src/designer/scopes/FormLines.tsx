import { DeleteOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { DataScope, FormScope, Reach, RoleScopes } from '../../runtime/services/roleScopes.ts';
import { ChosenDepts } from './ChosenDepts.tsx';
import { reachOf, SCOPES } from './dataScopes.ts';

interface Props {
  lines: readonly FormScope[];
  /** The scope of the role in all other forms. */
  general: Reach;
  forms: RoleScopes['forms'];
  onChange(lines: FormScope[]): void;
}

/** Editor of the forms with a separate data scope for the role. */
export function FormLines({ lines, general, forms, onChange }: Props) {
  const nameOf = (key: string): string => forms.find(({ formKey }) => formKey === key)?.formName ?? key;
  const change = (line: FormScope, next: FormScope): void =>
    onChange(lines.map((unchanged) => (unchanged === line ? next : unchanged)));
  const addable = forms.filter(({ formKey }) => !lines.some((line) => line.formKey === formKey));
  return (
    <div className="dz-scope-lines">
      {lines.length === 0 ? <p className="sc-note">没有单独设置的表单，都按上面的范围</p> : null}
      {lines.map((line) => (
        <div key={line.formKey} className="dz-scope-line" data-form={line.formKey}>
          <span className="dz-scope-form" title={line.formKey}>
            {nameOf(line.formKey)}
          </span>
          <Select<DataScope>
            value={line.scope}
            aria-label={`${nameOf(line.formKey)}的范围`}
            options={SCOPES.map(({ value, label }) => ({ value, label }))}
            popupMatchSelectWidth={false}
            onChange={(scope) =>
              change(line, {
                formKey: line.formKey,
                ...reachOf({ scope, deptIds: line.deptIds ?? general.deptIds ?? [] }),
              })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${nameOf(line.formKey)}不再单独设置`}
            title="不再单独设置"
            onClick={() => onChange(lines.filter((other) => other !== line))}
            data-action="remove-line"
          />
          {line.scope === 'chosen' ? (
            <ChosenDepts
              label={`选择${nameOf(line.formKey)}能查看的部门`}
              ids={line.deptIds ?? []}
              onChange={(deptIds) => change(line, { ...line, deptIds })}
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
        options={addable.map(({ formKey, formName }) => ({ value: formKey, label: formName }))}
        onChange={(formKey) => {
          if (formKey) onChange([...lines, { formKey, ...general }]);
        }}
        data-action="add-line"
      />
    </div>
  );
}
