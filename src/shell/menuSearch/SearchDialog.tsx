import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Modal, Spin, type InputRef } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { detailAddress } from '../../screens/place/place.ts';
import { MenuIcon } from '../Icons.tsx';
import { useStableNavigate } from '../useStableNavigate.ts';
import { findable, findEntries, type Findable, type Sounds } from './findEntries.ts';
import { FoundRecords, targetsOf } from './FoundRecords.tsx';
import { useFoundRecords } from './useFoundRecords.ts';
import './menuSearch.css';

/** So many pages of the menu stand above the records. */
const MOST_PAGES = 6;

/** What is typed, and the pages and records found; arrows choose, Enter opens. */
export function SearchDialog({
  placeholder = '菜单名称，或单据的编号、标题、客户；可用拼音、首字母',
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
  const records = useFoundRecords(query);
  const pages = useMemo(() => {
    const found = findEntries(all, query, sounds);
    return query.trim() === '' ? found : found.slice(0, MOST_PAGES);
  }, [all, query, sounds]);
  const targets = useMemo(() => targetsOf(records.forms), [records.forms]);
  const count = pages.length + targets.length;
  const input = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const open = (index: number): void => {
    const page: Findable | undefined = pages[index];
    const target = targets[index - pages.length];
    if (!page && target?.id === null) {
      records.showAll(target.formKey);
      input.current?.focus();
      return;
    }
    if (!page && !target) return;
    onClose();
    if (page?.href) window.open(page.href, '_blank', 'noopener,noreferrer');
    else if (page) navigate(page.address);
    else if (target?.id) navigate(detailAddress({ formKey: target.formKey, id: target.id }));
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setAt((at + step + count) % count);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(at);
  };
  const isNothing = count === 0 && (records.state === 'done' || records.state === 'short');
  const chosen =
    pages[at]?.title ??
    records.forms.flatMap(({ rows }) => rows).find(({ id }) => id === targets[at - pages.length]?.id)?.title.text;
  return (
    <Modal
      open
      title="搜索"
      footer={null}
      onCancel={onClose}
      width={640}
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
        suffix={records.state === 'busy' ? <Spin size="small" /> : null}
        allowClear
        maxLength={100}
        value={query}
        placeholder={placeholder}
        onKeyDown={press}
        onChange={(event) => {
          onQuery(event.target.value);
          setAt(0);
        }}
        data-menu-search
        aria-label="搜索菜单和单据"
        aria-controls="sf-found"
      />
      <output className="sf-unseen">
        {records.state === 'busy'
          ? '正在查找单据'
          : isNothing
            ? '没有找到'
            : `找到 ${pages.length} 个菜单、${targets.filter(({ id }) => id !== null).length} 条单据，当前 ${chosen ?? '显示全部'}`}
      </output>
      <div ref={list} id="sf-found" className="sf-found-list">
        {pages.length > 0 && (
          <section aria-label="找到的菜单">
            {query.trim() === '' ? null : <h3>菜单</h3>}
            <ul className="sf-found">
              {pages.map((entry, index) => (
                <li key={entry.id}>
                  <button
                    type="button"
                    tabIndex={-1}
                    data-found={entry.title}
                    aria-current={index === at || undefined}
                    onClick={() => open(index)}
                    onMouseMove={() => setAt(index)}
                  >
                    <MenuIcon name={entry.icon} />
                    <span>{entry.title}</span>
                    <small>{entry.trail}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <FoundRecords forms={records.forms} from={pages.length} at={at} onChoose={setAt} onOpen={open} />
        {records.isMore && <p className="sf-found-note">还有其他类型的单据，请输入更具体的内容</p>}
        {count === 0 && records.state === 'busy' && <p className="sf-found-note">正在查找单据…</p>}
        {isNothing && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              records.state === 'short' ? '没有找到相应的菜单；查找单据请至少输入两个字' : '没有找到相应的菜单或单据'
            }
          />
        )}
        {records.state === 'failed' && (
          <Alert
            type="error"
            showIcon
            message={records.failure}
            action={
              <Button size="small" onClick={records.retry}>
                重试
              </Button>
            }
          />
        )}
      </div>
    </Modal>
  );
}
