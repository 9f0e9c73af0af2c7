import type { DataScope, FormScope, RoleScope, RoleScopes } from '../../runtime/services/roleScopes.ts';

/** From the widest to the narrowest, each with what it opens. */
export const SCOPES: readonly { value: DataScope; label: string; hint: string }[] = [
  { value: 'all', label: '全部', hint: '所有单位的单据' },
  { value: 'unit', label: '本单位', hint: '所在单位（含兼职单位）的单据' },
  { value: 'deptTree', label: '本部门及下级', hint: '所在部门和它下级部门的单据' },
  { value: 'dept', label: '本部门', hint: '所在部门的单据，不含下级部门' },
  { value: 'self', label: '仅本人', hint: '只有与本人有关的单据' },
];

export const scopeLabel = (scope: DataScope): string => SCOPES.find(({ value }) => value === scope)?.label ?? scope;
const width = (scope: DataScope): number => -SCOPES.findIndex(({ value }) => value === scope);

export type Scopes = Pick<RoleScope, 'scope' | 'forms'>;
export interface ScopeChange {
  name: string;
  before: DataScope;
  after: DataScope;
  isWider: boolean;
}

const scopeOf = ({ scope, forms }: Scopes, formKey: string): DataScope =>
  forms.find((line) => line.formKey === formKey)?.scope ?? scope;

/** What saving would change for the role's holders: in general, and in the forms with a line of their own before or after. */
export function scopeChanges(before: Scopes, after: Scopes, forms: RoleScopes['forms']): ScopeChange[] {
  const keys = [...new Set([...before.forms, ...after.forms].map(({ formKey }) => formKey))];
  const change = (name: string, was: DataScope, becomes: DataScope): ScopeChange[] =>
    was === becomes ? [] : [{ name, before: was, after: becomes, isWider: width(becomes) > width(was) }];
  return [
    ...change(keys.length > 0 ? '其他表单' : '所有表单', before.scope, after.scope),
    ...keys.flatMap((key) =>
      change(forms.find(({ formKey }) => formKey === key)?.formName ?? key, scopeOf(before, key), scopeOf(after, key)),
    ),
  ];
}

export const isSame = (one: Scopes, other: Scopes): boolean => {
  const text = ({ scope, forms }: Scopes): string =>
    JSON.stringify([
      scope,
      [...forms].sort((a, b) => (a.formKey < b.formKey ? -1 : 1)).map((line: FormScope) => [line.formKey, line.scope]),
    ]);
  return text(one) === text(other);
};
