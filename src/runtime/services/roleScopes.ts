/**
 * Kinds of data scopes: which records a role may read. Listed from the widest to the narrowest; only 'chosen' (selected
 * departments and their descendants) has no place in this order.
 */
export type DataScope = 'all' | 'unit' | 'deptTree' | 'dept' | 'self' | 'chosen';

/** A data scope with its departments. `deptIds`: the selected departments, for the scope 'chosen'. */
export interface ScopeWithDepts {
  scope: DataScope;
  deptIds?: string[] | null;
}
/** A scope for the records of one form, which replaces the role's general scope. */
export interface FormScope extends ScopeWithDepts {
  formKey: string;
}
export interface RoleScope extends ScopeWithDepts {
  code: string;
  name: string;
  forms: FormScope[];
  /** Number of people with the role who can sign in. */
  holders: number;
}
export interface RoleScopes {
  roles: RoleScope[];
  forms: { formKey: string; formName: string }[];
}

/** Data permissions of roles, for administrators. */
export interface RoleScopeService {
  list(): Promise<RoleScopes>;
  /** Replaces all scopes of a role. `before`: the displayed scopes; throws SCOPE_STALE when they have changed since. */
  save(
    role: Pick<RoleScope, 'code' | 'scope' | 'deptIds' | 'forms'> & {
      before: Pick<RoleScope, 'scope' | 'deptIds' | 'forms'>;
    },
  ): Promise<void>;
}
