import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Modal, Spin, type InputRef } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { detailAddress } from '../../screens/navigation/pageNavigation.ts';
import { MenuIcon } from '../Icons.tsx';
import { useStableNavigate } from '../useStableNavigate.ts';
import { listFindablePages, findPages, type FindablePage, type PinyinMatcher } from './findPages.ts';
import { FoundRecords, selectableResultsOf } from './FoundRecords.tsx';
import { useFoundRecords } from './useFoundRecords.ts';
import './menuSearch.css';

/** Maximum number of menu pages that are shown above the records. */
const MAX_PAGES = 6;

/** Dialog with the search input, the found pages and the found records; arrow keys select a result, Enter opens it. */
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
  const [selectedIndex, setSelectedIndex] = useState(0);
  // titles are matched at once, pinyin as soon as its module is loaded
  const [matchesPinyin, setMatchesPinyin] = useState<PinyinMatcher>(() => () => false);
  useEffect(() => {
    import('./matchesTitlePinyin.ts').then(
      (file) => setMatchesPinyin(() => file.matchesTitlePinyin),
      () => undefined,
    );
  }, []);
  const entries = useMemo(() => listFindablePages(modules as MenuEntry[]), [modules]);
  const recordSearch = useFoundRecords(query);
  const pages = useMemo(() => {
    const foundPages = findPages(entries, query, matchesPinyin);
    return query.trim() === '' ? foundPages : foundPages.slice(0, MAX_PAGES);
  }, [entries, query, matchesPinyin]);
  const targets = useMemo(() => selectableResultsOf(recordSearch.forms), [recordSearch.forms]);
  const resultCount = pages.length + targets.length;
  const input = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedIndex]);

  const openResult = (index: number): void => {
    const page: FindablePage | undefined = pages[index];
    const target = targets[index - pages.length];
    if (!page && target?.id === null) {
      recordSearch.showAll(target.formKey);
      input.current?.focus();
      return;
    }
    if (!page && !target) return;
    onClose();
    if (page?.href) window.open(page.href, '_blank', 'noopener,noreferrer');
    else if (page) navigate(page.address);
    else if (target?.id) navigate(detailAddress({ formKey: target.formKey, id: target.id }));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && resultCount > 0) {
      event.preventDefault();
      setSelectedIndex((selectedIndex + step + resultCount) % resultCount);
    }
    // until the answer arrives, the records of the previous query are shown
    const isOutdated = recordSearch.state === 'busy' && !pages[selectedIndex];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !isOutdated) openResult(selectedIndex);
  };
  const isEmptyResult = resultCount === 0 && (recordSearch.state === 'done' || recordSearch.state === 'short');
  const selectedTitle =
    pages[selectedIndex]?.title ??
    recordSearch.forms.flatMap(({ rows }) => rows).find(({ id }) => id === targets[selectedIndex - pages.length]?.id)
      ?.title.text;
  const resultText = isEmptyResult
    ? '没有找到'
    : `找到 ${pages.length} 个菜单、${targets.filter(({ id }) => id !== null).length} 条单据，当前 ${selectedTitle ?? '显示全部'}`;
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
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the user opens the dialog to type
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        suffix={recordSearch.state === 'busy' ? <Spin size="small" /> : null}
        allowClear
        maxLength={100}
        value={query}
        placeholder={placeholder}
        onKeyDown={handleKey}
        onChange={(event) => {
          onQuery(event.target.value);
          setSelectedIndex(0);
        }}
        data-menu-search
        aria-label="搜索菜单和单据"
        aria-controls="sf-found"
      />
      <output className="sf-unseen">{recordSearch.state === 'busy' ? '正在查找单据' : resultText}</output>
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
                    aria-current={index === selectedIndex || undefined}
                    onClick={() => openResult(index)}
                    onMouseMove={() => setSelectedIndex(index)}
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
        <FoundRecords
          forms={recordSearch.forms}
          firstIndex={pages.length}
          selectedIndex={selectedIndex}
          onSelect={setSelectedIndex}
          onOpen={openResult}
        />
        {recordSearch.isMore && <p className="sf-found-note">还有其他类型的单据，请输入更具体的内容</p>}
        {resultCount === 0 && recordSearch.state === 'busy' && <p className="sf-found-note">正在查找单据…</p>}
        {isEmptyResult && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              recordSearch.state === 'short'
                ? '没有找到相应的菜单；查找单据请至少输入两个字'
                : '没有找到相应的菜单或单据'
            }
          />
        )}
        {recordSearch.state === 'failed' && (
          <Alert
            type="error"
            showIcon
            message={recordSearch.failure}
            action={
              <Button size="small" onClick={recordSearch.retry}>
                重试
              </Button>
            }
          />
        )}
      </div>
    </Modal>
  );
}
