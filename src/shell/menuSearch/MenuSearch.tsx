import { useEffect, useState } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { MenuSearchNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';

const SearchDialog = lazyFace(async () => (await import('./SearchDialog.tsx')).SearchDialog);

/** Finds pages of the menu and records by their names, numbers or the sound of them; Ctrl+K opens it from anywhere. */
export function MenuSearch({ node }: BlockProps<MenuSearchNode>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const [query, setQuery] = useState('');
  // what is typed before the dialog is there and has the focus belongs to it, too
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof Element && event.target.matches('[data-menu-search]')) return;
      event.preventDefault();
      setQuery((text) => text + event.key);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    setQuery('');
  };
  return (
    <>
      <Button
        type="text"
        data-action="menu-search"
        aria-label="搜索"
        aria-keyshortcuts="Control+K"
        title="搜索菜单和单据（Ctrl+K）"
        icon={<SearchOutlined />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <LazyDialog onClose={close}>
          <SearchDialog placeholder={node.placeholder} query={query} onQuery={setQuery} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
