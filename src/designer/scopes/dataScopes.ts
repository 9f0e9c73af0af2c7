import type { DataScope, FormScope, ScopeWithDepts, RoleScope, RoleScopes } from '../../runtime/services/roleScopes.ts';

/** Data scopes from the widest to the narrowest; the width of `chosen`, the last one, depends on its departments. */
export const SCOPES: readonly { value: DataScope; label: string; hint: string }[] = [
  { value: 'all', label: '全部', hint: '所有单位的单据' },
  { value: 'unit', label: '本单位', hint: '所在单位（含兼职单位）的单据' },
  { value: 'deptTree', label: '本部门及下级', hint: '所在部门和它下级部门的单据' },
  { value: 'dept', label: '本部门', hint: '所在部门的单据，不含下级部门' },
  { value: 'self', label: '仅本人', hint: '只有与本人有关的单据' },
  { value: 'chosen', label: '指定部门', hint: '选定的部门和它们下级部门的单据' },
];

export const scopeLabel = ({ scope, deptIds }: ScopeWithDepts): string => {
  const label = SCOPES.find(({ value }) => value === scope)?.label ?? scope;
  return scope === 'chosen' ? `${label}（${deptIds?.length ?? 0} 个）` : label;
};
/** Returns the rank of a scope other than `chosen`, higher for wider scopes. */
const rankOf = (scope: DataScope): number => -SCOPES.findIndex(({ value }) => value === scope);

/** The data scopes of a role: in general (`scope`, `deptIds`), and in single forms. */
export type Scopes = Pick<RoleScope, 'scope' | 'deptIds' | 'forms'>;
export interface ScopeChange {
  /** The name of the form; for the general scope a text such as 所有表单. */
  name: string;
  before: ScopeWithDepts;
  after: ScopeWithDepts;
  /**
   * Records become visible (`isWider`) or invisible (`isNarrower`). Both are true if neither scope includes the other,
   * or if the result depends on the person, for example with chosen departments and 本部门.
   */
  isWider: boolean;
  isNarrower: boolean;
}

/** Returns the scope in the form in which it is sent and stored: with departments only for `chosen`. */
export const normalizedScope = ({ scope, deptIds }: ScopeWithDepts): ScopeWithDepts =>
  scope === 'chosen' ? { scope, deptIds: [...(deptIds ?? [])] } : { scope };

const scopeOf = (scopes: Scopes, formKey: string): ScopeWithDepts =>
  normalizedScope(scopes.forms.find((formScope) => formScope.formKey === formKey) ?? scopes);
/** Returns a text that is equal for equal scopes. */
const textOf = ({ scope, deptIds }: ScopeWithDepts): string =>
  scope === 'chosen' ? `chosen ${[...(deptIds ?? [])].sort().join(' ')}` : scope;

/** Returns whether a changed scope shows more records, fewer records, or possibly both. */
function compare(before: ScopeWithDepts, after: ScopeWithDepts): { isWider: boolean; isNarrower: boolean } {
  if (before.scope !== 'chosen' && after.scope !== 'chosen') {
    const isWider = rankOf(after.scope) > rankOf(before.scope);
    return { isWider, isNarrower: !isWider };
  }
  const includes = (outer: ScopeWithDepts, inner: ScopeWithDepts): boolean =>
    outer.scope === 'all' ||
    inner.scope === 'self' ||
    (outer.scope === 'chosen' &&
      inner.scope === 'chosen' &&
      (inner.deptIds ?? []).every((id) => outer.deptIds?.includes(id)));
  return { isWider: !includes(before, after), isNarrower: !includes(after, before) };
}

/**
 * Returns the differences between the old and new scopes of a role: in general, and in forms with a separate scope
 * before or after.
 */
export function scopeChanges(before: Scopes, after: Scopes, forms: RoleScopes['forms']): ScopeChange[] {
  const keys = [...new Set([...before.forms, ...after.forms].map(({ formKey }) => formKey))];
  const change = (name: string, from: ScopeWithDepts, to: ScopeWithDepts): ScopeChange[] =>
    textOf(from) === textOf(to) ? [] : [{ name, before: from, after: to, ...compare(from, to) }];
  return [
    ...change(keys.length > 0 ? '其他表单' : '所有表单', normalizedScope(before), normalizedScope(after)),
    ...keys.flatMap((key) =>
      change(forms.find(({ formKey }) => formKey === key)?.formName ?? key, scopeOf(before, key), scopeOf(after, key)),
    ),
  ];
}

export const isSameScopes = (first: Scopes, second: Scopes): boolean => {
  const textOfScopes = (scopes: Scopes): string =>
    JSON.stringify([
      textOf(scopes),
      [...scopes.forms]
        .sort((a, b) => (a.formKey < b.formKey ? -1 : 1))
        .map((formScope: FormScope) => [formScope.formKey, textOf(formScope)]),
    ]);
  return textOfScopes(first) === textOfScopes(second);
};

/** Returns true if the scope is `chosen` and no department is chosen. */
export const lacksDepts = ({ scope, deptIds }: ScopeWithDepts): boolean =>
  scope === 'chosen' && (deptIds ?? []).length === 0;
