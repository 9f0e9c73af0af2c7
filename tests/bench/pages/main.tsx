import '@ant-design/v5-patch-for-react-19';

/** Every module of cases; one case runs per page load, so that each mount is a cold one. */
const modules = import.meta.glob<{ cases: Record<string, () => Promise<unknown>> }>('./cases/*.tsx');

declare global {
  interface Window {
    prepareCase(name: string): Promise<void>;
    runCase(): Promise<{ ms: number; result: unknown }>;
    /** One further turn of a case that is repeated in one page. */
    turn?(): Promise<void>;
    /** Ends when the frame that shows the last change has been painted. */
    painted?(): Promise<void>;
  }
}

let chosen: (() => Promise<unknown>) | null = null;

window.prepareCase = async (name) => {
  for (const load of Object.values(modules)) {
    const { cases } = await load();
    if (cases[name]) {
      chosen = cases[name];
      return;
    }
  }
  throw new Error(`no bench case "${name}"`);
};

window.runCase = async () => {
  if (!chosen) throw new Error('prepareCase first');
  const start = performance.now();
  const result = await chosen();
  return { ms: performance.now() - start, result };
};
