/** Result of the route guard: show the page, load user and menus first, or redirect. */
export type GuardDecision = { kind: 'pass' } | { kind: 'load' } | { kind: 'go'; to: string };

export interface Visit {
  /** Path without the query, e.g. `/seals/businessSealApply`. */
  path: string;
  /** Path with its query. */
  fullPath: string;
  hasToken: boolean;
  /** True if user and menus are loaded. */
  isLoaded: boolean;
  /**
   * Path to which `/` redirects after user and menus are loaded, until another page was opened; '': `/` shows the home
   * page.
   */
  landing?: string;
}

/** Paths that can be opened without signing in (FR-003, FR-004, FR-028…030). */
const PUBLIC_PATHS = ['/login', '/401', '/bind', '/register'];

/**
 * Returns the address to open after sign-in: the parameter `redirect`, or '/' if it is absent, outside the product, or
 * the sign-in page itself.
 */
export function redirectTarget(search: string): string {
  const to = new URLSearchParams(search).get('redirect') ?? '/';
  return to.startsWith('/') && !to.startsWith('//') && !to.startsWith('/login') ? to : '/';
}

const searchOf = (fullPath: string): string => fullPath.slice(fullPath.indexOf('?') + 1);

/** Decides whether a visit passes, loads or redirects (RG-005…009, AU-008, AU-009). Pure function. */
export function decideVisit({ path, fullPath, hasToken, isLoaded, landing = '' }: Visit): GuardDecision {
  // FR-028: after an external sign-in, continue to the requested address
  const target = redirectTarget(fullPath.includes('?') ? searchOf(fullPath) : '');
  if (path === '/auth-redirect')
    return { kind: 'go', to: hasToken ? target : `/login?redirect=${encodeURIComponent(target)}` };
  if (hasToken) {
    if (path === '/login') return { kind: 'go', to: target };
    if (isLoaded && path === '/' && landing !== '') return { kind: 'go', to: landing };
    return { kind: isLoaded ? 'pass' : 'load' };
  }
  if (PUBLIC_PATHS.includes(path)) return { kind: 'pass' };
  return { kind: 'go', to: `/login?redirect=${encodeURIComponent(fullPath)}` };
}
