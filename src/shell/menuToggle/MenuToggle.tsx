import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLayout, useLayoutState } from '../layoutContext.ts';

/** TB-001: button that opens and closes the sidebar. */
export function MenuToggle() {
  const layout = useLayout();
  const { isOpen } = useLayoutState();
  const label = isOpen ? '收起菜单' : '展开菜单';
  return (
    <Button
      type="text"
      data-action="toggle-menu"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      icon={isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      onClick={() => layout.toggle()}
    />
  );
}
