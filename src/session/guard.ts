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
  /** Where `/` leads right after the routes were generated; '' for the home page. */
  landing?: string;
}

/** Reachable without signing in (FR-003, FR-004, FR-028…030). */
const OPEN_PATHS = ['/login', '/401', '/bind', '/register'];

/** The place a sign-in page was asked to continue to; '/' when it names none, or none of ours. */
export function askedPlace(search: string): string {
  const to = new URLSearchParams(search).get('redirect') ?? '/';
  return to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/login') ? to : '/';
}

const searchOf = (fullPath: string): string => fullPath.slice(fullPath.indexOf('?') + 1);

/** The route guard (RG-005…009, AU-008, AU-009): a pure function of the visit. */
export function decide({ path, fullPath, hasToken, isLoaded, landing = '' }: Visit): Decision {
  // FR-028: comes back from another sign-in and leads on to the place asked for
  const asked = askedPlace(fullPath.includes('?') ? searchOf(fullPath) : '');
  if (path === '/auth-redirect')
    return { kind: 'go', to: hasToken ? asked : `/login?redirect=${encodeURIComponent(asked)}` };
  if (hasToken) {
    if (path === '/login') return { kind: 'go', to: asked };
    if (isLoaded && path === '/' && landing !== '') return { kind: 'go', to: landing };
    return { kind: isLoaded ? 'pass' : 'load' };
  }
  if (OPEN_PATHS.includes(path)) return { kind: 'pass' };
  return { kind: 'go', to: `/login?redirect=${encodeURIComponent(fullPath)}` };
}
