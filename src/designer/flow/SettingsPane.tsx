import { Drawer } from 'antd';
import type { ReactNode } from 'react';

/**
 * Settings next to the diagram or list; on a narrow page a drawer at the bottom that opens when an element is selected.
 */
export function SettingsPane({
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
