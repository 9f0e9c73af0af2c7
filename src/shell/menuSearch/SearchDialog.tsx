import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Empty, Input, Modal, type InputRef } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { MenuIcon } from '../Icons.tsx';
import { useStableNavigate } from '../useStableNavigate.ts';
import { findable, findEntries, type Findable, type Sounds } from './findEntries.ts';
import './menuSearch.css';

/** What is typed, and the pages found; arrows choose, Enter opens. */
export function SearchDialog({
  placeholder = '菜单名称、拼音或首字母',
  query,
  onQuery,
  onClose,
}: {
  placeholder?: string;
  query: string;
  onQuery(query: string): void;
  onClose(): void;
}) {
  useReturnedFocus();
  const { modules } = useSessionState();
  const navigate = useStableNavigate();
  const [at, setAt] = useState(0);
  // names are found at once, sounds as soon as they are there
  const [sounds, setSounds] = useState<Sounds>(() => () => false);
  useEffect(() => {
    import('./sounds.ts').then(
      (file) => setSounds(() => file.sounds),
      () => undefined,
    );
  }, []);
  const all = useMemo(() => findable(modules as MenuEntry[]), [modules]);
  const found = useMemo(() => findEntries(all, query, sounds), [all, query, sounds]);
  const input = useRef<InputRef>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const open = (entry: Findable | undefined): void => {
    if (!entry) return;
    onClose();
    if (entry.href === null) navigate(entry.address);
    else window.open(entry.href, '_blank', 'noopener,noreferrer');
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(found[at]);
  };
  return (
    <Modal
      open
      title="搜索菜单"
      footer={null}
      onCancel={onClose}
      width={560}
      destroyOnHidden
      className="sf-search"
      afterOpenChange={(isShown) => {
        if (isShown) input.current?.focus();
      }}
    >
      <Input
        ref={input}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type into it
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        allowClear
        value={query}
        placeholder={placeholder}
        onKeyDown={press}
        onChange={(event) => {
          onQuery(event.target.value);
          setAt(0);
        }}
        data-menu-search
        aria-label="搜索菜单"
        aria-controls="sf-found"
      />
      <output className="sf-unseen">
        {found.length === 0 ? '没有找到' : `找到 ${found.length} 个，当前 ${found[at]?.title ?? ''}`}
      </output>
      {found.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有找到相应的菜单" /> : null}
      <ul ref={list} id="sf-found" aria-label="找到的菜单" className="sf-found">
        {found.map((entry, index) => (
          <li key={entry.id}>
            <button
              type="button"
              tabIndex={-1}
              data-found={entry.title}
              aria-current={index === at || undefined}
              onClick={() => open(entry)}
              onMouseMove={() => setAt(index)}
            >
              <MenuIcon name={entry.icon} />
              <span>{entry.title}</span>
              <small>{entry.trail}</small>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
