/** The password of every account of the demo company. Everybody knows it: in production nobody signs in with it, unless DEMO=1 says that this is an exhibition. */
export const DEMO_PASSWORD = 'Demo@2026';
