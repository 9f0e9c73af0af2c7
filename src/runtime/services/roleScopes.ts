/** How far a role reads, from the widest to the narrowest. */
export type DataScope = 'all' | 'unit' | 'deptTree' | 'dept' | 'self';

export interface FormScope {
  formKey: string;
  scope: DataScope;
}
export interface RoleScope {
  code: string;
  name: string;
  scope: DataScope;
  forms: FormScope[];
  /** People who can sign in. */ holders: number;
}
export interface RoleScopes {
  roles: RoleScope[];
  forms: { formKey: string; formName: string }[];
}

/** Data permission of roles, for administrators. */
export interface RoleScopeService {
  list(): Promise<RoleScopes>;
  /** Writes the scopes of a role whole; `before`: as they were shown. Throws SCOPE_STALE when they are other by then. */
  save(
    role: Pick<RoleScope, 'code' | 'scope' | 'forms'> & { before: Pick<RoleScope, 'scope' | 'forms'> },
  ): Promise<void>;
}
