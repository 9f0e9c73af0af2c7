import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });

/** After the tasks that wait now: React's own work among them. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Mounts, and resolves when the tree is committed and two frames have been painted; answers what takes it away. */
export function mountAndSettle(children: ReactNode): Promise<() => void> {
  return new Promise((resolve) => {
    const root = createRoot(document.getElementById('root') as HTMLElement);
    function Committed({ inner }: { inner: ReactNode }): ReactNode {
      useEffect(() => {
        void frame()
          .then(frame)
          .then(() => resolve(() => root.unmount()));
      }, []);
      return inner;
    }
    root.render(
      <ConfigProvider locale={zhCN}>
        <Committed inner={children} />
      </ConfigProvider>,
    );
  });
}

export const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`nothing matches ${selector}`);
  return element;
};

/** Does something, and answers how long it takes until `isDone`, ms. */
export async function settle(action: () => void, isDone: () => boolean): Promise<number> {
  const start = performance.now();
  action();
  for (let i = 0; !isDone(); i += 1) {
    if (i > 10_000) throw new Error('it never settles');
    await turn();
  }
  void document.body.offsetHeight;
  return performance.now() - start;
}

export const medianOf = (numbers: readonly number[], part = 0.5): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
