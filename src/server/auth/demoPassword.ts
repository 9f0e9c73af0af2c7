/** The password of every account of the demo company. Everybody knows it: in production nobody signs in with it, and no server starts with DEMO=1. */
export const DEMO_PASSWORD = 'Demo@2026';
