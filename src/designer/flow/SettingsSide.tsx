import { Drawer } from 'antd';
import type { ReactNode } from 'react';

/** Settings beside what is edited; on a narrow page a sheet from below that is opened by selecting. */
export function SettingsSide({
  isNarrow,
  isOpen,
  onClose,
  children,
}: {
  isNarrow: boolean;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  if (!isNarrow) return <aside className="fd-side">{children}</aside>;
  return (
    <Drawer open={isOpen} placement="bottom" height="78%" title="设置" onClose={onClose} destroyOnHidden>
      {children}
    </Drawer>
  );
}
