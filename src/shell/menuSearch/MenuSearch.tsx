import { useEffect, useState } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { MenuSearchNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';

const SearchDialog = lazyFace(async () => (await import('./SearchDialog.tsx')).SearchDialog);

/**
 * Search button for menu pages (by name or pinyin) and records (by text or number); Ctrl+K opens it from every page.
 */
export function MenuSearch({ node }: BlockProps<MenuSearchNode>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openOnCtrlK = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', openOnCtrlK);
    return () => window.removeEventListener('keydown', openOnCtrlK);
  }, []);
  const [query, setQuery] = useState('');
  // adds typed characters to the query while the search input has no focus, for example while the dialog still loads
  useEffect(() => {
    if (!isOpen) return;
    const collectKey = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof Element && event.target.matches('[data-menu-search]')) return;
      // a space presses the focused button of the dialog
      if (event.key === ' ' && event.target instanceof Element && event.target.closest('.sf-search button')) return;
      event.preventDefault();
      setQuery((text) => text + event.key);
    };
    window.addEventListener('keydown', collectKey, true);
    return () => window.removeEventListener('keydown', collectKey, true);
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
