import { useState } from 'react';
import { Button, Select } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { keepUnchosen } from '../../runtime/host/unansweredSearch.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { useSituation } from '../../runtime/contexts.ts';
import { ariaOf, useInputState } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { recentRecords, rememberRecords } from './recentRecords.ts';
import { parseChoices, toStored, type RecordChoice } from './recordChoice.ts';
import { useReadable } from './useReadable.ts';
import { useCandidates } from './useCandidates.ts';
import '../shared/widgets.css';
import './recordSelector.css';

const PickDialog = lazyFace(async () => (await import('./PickDialog.tsx')).PickDialog);

/** Number of suggestions. */
const MAX_SUGGESTIONS = 20;

interface Item {
  value: string;
  label: string;
}

/** Chooses records of another form, by a search with suggestions or in a dialog. */
export function Edit({
  id,
  node,
  value,
  label,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
  typed,
}: EditProps<RecordSelectorNode>) {
  const { user } = useSituation();
  const [search, setSearch] = useState(typed ?? '');
  const [isOpen, setOpen] = useState(isCell === true);
  const [isPicking, setPicking] = useState(false);
  const isMultiple = node.multiple === true;
  const stored = parseChoices(value, label, node);
  // presets from an address and initial values have no title yet
  const titlesOfUntitled = useReadable(
    node.to,
    stored.filter(({ id: recordId, title }) => recordId === title).map((choice) => choice.id),
  );
  const choices = stored.map((choice) => ({
    ...choice,
    title: titlesOfUntitled.get(choice.id)?.title ?? choice.title,
  }));
  useInputState(id, invalid, isRequired);
  const { page, isLoading, failure, retry } = useCandidates(
    node,
    isOpen ? { page: { pageNum: 1, pageSize: MAX_SUGGESTIONS }, conditions: [], keyword: search.trim() } : null,
  );
  const emit = (next: readonly RecordChoice[]): void => {
    const { value: nextValue, label: nextLabel } = toStored(next, node);
    rememberRecords(user.id, node.to, next);
    onChange(nextValue, nextLabel);
  };
  const found = (page?.list ?? []).map(({ id: recordId, title }): Item => ({ value: recordId, label: title }));
  const recent = new Set(search.trim() === '' ? recentRecords(user.id, node.to).map((one) => one.id) : []);
  const ordered = [
    ...found.filter(({ value: recordId }) => recent.has(recordId)),
    ...found.filter(({ value: recordId }) => !recent.has(recordId)),
  ];
  const chosen = choices.map((choice): Item => ({ value: choice.id, label: choice.title }));
  const options = [...ordered, ...chosen.filter(({ value: recordId }) => !found.some((one) => one.value === recordId))];
  const titles = new Map(options.map((option) => [option.value, option.label]));
  const change = (next: string | string[] | undefined): void => {
    setSearch('');
    const ids = Array.isArray(next) ? next : next ? [next] : [];
    emit(ids.map((recordId) => ({ id: recordId, title: titles.get(recordId) ?? recordId })));
  };
  const openDialog = (): void => {
    setOpen(false);
    setPicking(true);
  };
  return (
    <span className="sf-record-input">
      <Select<string | string[]>
        id={id}
        className="sf-fill"
        mode={isMultiple ? 'multiple' : undefined}
        options={options}
        value={isMultiple ? chosen.map((item) => item.value) : chosen[0]?.value}
        placeholder={isCell ? undefined : (node.placeholder ?? '输入名称或编号查找')}
        showSearch
        searchValue={search}
        onSearch={setSearch}
        filterOption={false}
        loading={isLoading}
        notFoundContent={
          failure ? (
            <span role="alert">
              {failure}
              <Button type="link" size="small" onClick={retry}>
                重试
              </Button>
            </span>
          ) : isLoading ? (
            '正在查找…'
          ) : search.trim() === '' ? (
            '没有可选的记录'
          ) : (
            `没有符合“${search.trim()}”的记录`
          )
        }
        popupRender={(menu) => (
          <>
            {menu}
            <div className="sf-record-more">
              <Button
                type="link"
                size="small"
                data-action="open-picker"
                onMouseDown={(event) => event.preventDefault()}
                onClick={openDialog}
              >
                {page && page.total > MAX_SUGGESTIONS ? `在窗口中选择（共 ${page.total} 条）` : '在窗口中选择'}
              </Button>
            </div>
          </>
        )}
        maxTagCount={isCell ? 'responsive' : undefined}
        allowClear={node.clearable ?? !isRequired}
        status={invalid ? 'error' : undefined}
        {...cellProps(isCell)}
        defaultOpen={isCell}
        open={isOpen && !isPicking}
        onOpenChange={setOpen}
        onInputKeyDown={isLoading ? keepUnchosen : undefined}
        disabled={disabled}
        onBlur={() => {
          if (!isPicking) onBlur?.();
        }}
        onChange={change}
        {...ariaOf({ node, invalid: false, describedBy, isCell })}
      />
      {!isCell && (
        <Button
          icon={<SearchOutlined />}
          aria-label={`选择${node.label ?? '记录'}`}
          data-action="pick-record"
          disabled={disabled}
          onClick={openDialog}
        />
      )}
      {isPicking && (
        <LazyDialog onClose={() => setPicking(false)}>
          <PickDialog
            node={node}
            chosen={choices}
            onClose={() => {
              setPicking(false);
              onBlur?.();
            }}
            onConfirm={(next) => {
              setPicking(false);
              emit(next);
            }}
          />
        </LazyDialog>
      )}
    </span>
  );
}
