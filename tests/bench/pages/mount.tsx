import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const frame = (): Promise<void> => new Promise((resolve) => { requestAnimationFrame(() => resolve()); });

/** Mounts, and resolves when the tree is committed and two frames have been painted. */
export function mountAndSettle(children: ReactNode): Promise<void> {
  return new Promise((resolve) => {
    function Committed({ inner }: { inner: ReactNode }): ReactNode {
      useEffect(() => { void frame().then(frame).then(resolve); }, []);
      return inner;
    }
    createRoot(document.getElementById('root') as HTMLElement).render(
      <ConfigProvider locale={zhCN}><Committed inner={children} /></ConfigProvider>,
    );
  });
}
