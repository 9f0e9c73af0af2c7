/** How far a role reads, from the widest to the narrowest; `chosen`: certain departments with those below. */
export type DataScope = 'all' | 'unit' | 'deptTree' | 'dept' | 'self' | 'chosen';

/** How far, and which departments where they are chosen. */
export interface Reach {
  scope: DataScope;
  deptIds?: string[] | null;
}
export interface FormScope extends Reach {
  formKey: string;
}
export interface RoleScope extends Reach {
  code: string;
  name: string;
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
    role: Pick<RoleScope, 'code' | 'scope' | 'deptIds' | 'forms'> & {
      before: Pick<RoleScope, 'scope' | 'deptIds' | 'forms'>;
    },
  ): Promise<void>;
}
