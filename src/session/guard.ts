/** What a navigation leads to. */
export type Decision = { kind: 'pass' } | { kind: 'load' } | { kind: 'go'; to: string };

export interface Visit {
  /** Path without the query, e.g. `/seals/businessSealApply`. */
  path: string;
  /** Path with its query: the place asked for. */
  fullPath: string;
  hasToken: boolean;
  /** User and menus are there. */
  isLoaded: boolean;
}

/** Reachable without signing in (FR-003, FR-004, FR-028…030). */
const OPEN_PATHS = ['/login', '/401', '/auth-redirect', '/bind', '/register'];

/** The place a sign-in page was asked to continue to; '/' when it names none, or none of ours. */
export function askedPlace(search: string): string {
  const to = new URLSearchParams(search).get('redirect') ?? '/';
  return to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/login') ? to : '/';
}

const searchOf = (fullPath: string): string => fullPath.slice(fullPath.indexOf('?') + 1);

/** The route guard (RG-005…008, AU-008, AU-009): a pure function of the visit. */
export function decide({ path, fullPath, hasToken, isLoaded }: Visit): Decision {
  if (hasToken) {
    if (path === '/login') return { kind: 'go', to: askedPlace(fullPath.includes('?') ? searchOf(fullPath) : '') };
    return isLoaded || OPEN_PATHS.includes(path) ? { kind: 'pass' } : { kind: 'load' };
  }
  if (OPEN_PATHS.includes(path)) return { kind: 'pass' };
  return { kind: 'go', to: `/login?redirect=${encodeURIComponent(fullPath)}` };
}
