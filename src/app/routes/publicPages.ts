/** Public pages (FR-004, FR-029, FR-030): shown without the layout before sign-in, inside the layout after sign-in. */
export const PUBLIC_PAGES: readonly { path: string; screenKey: string; title: string }[] = [
  { path: '/401', screenKey: 'platform/401', title: '无权访问' },
  { path: '/bind', screenKey: 'platform/bind', title: '账号绑定' },
  { path: '/register', screenKey: 'platform/register', title: '开通账号' },
];
