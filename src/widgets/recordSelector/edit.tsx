import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Select } from 'antd';
import { ScanOutlined, SearchOutlined } from '@ant-design/icons';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { COARSE_POINTER, useMediaQuery } from '../../runtime/host/mediaQuery.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import { useRecordParts } from '../../runtime/host/recordParts.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { blockSelectionKeys } from '../../runtime/host/unansweredSearch.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { useOptionalForm, useSituation } from '../../runtime/contexts.ts';
import { ariaOf, useAriaStates } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { recentRecords, rememberRecords } from './recentRecords.ts';
import { parseChoices, toStored, type RecordChoice } from './recordChoice.ts';
import { useTitledRecords } from './useTitledRecords.ts';
import { useSelectableRecords } from './useSelectableRecords.ts';
import { useRecordByCode } from './useRecordByCode.ts';
import { PopupFoot } from './PopupFoot.tsx';
import '../shared/widgets.css';
import './recordSelector.css';

const PickDialog = lazyFace(async () => (await import('./PickDialog.tsx')).PickDialog);
const ScanDialog = lazyFace(async () => (await import('./ScanDialog.tsx')).ScanDialog);
const FillUpdate = lazyFace(async () => (await import('./FillUpdate.tsx')).FillUpdate);
const InPlaceCreation = lazyFace(async () => (await import('./InPlaceCreation.tsx')).InPlaceCreation);

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 20;

/** A record as an option of the control. */
interface Item {
  value: string;
  label: string;
}

/** Returns the text for an empty list of suggestions. */
function emptyText(search: string, isLoading: boolean): string {
  if (isLoading) return '正在查找…';
  return search === '' ? '没有可选的记录' : `没有符合“${search}”的记录`;
}

/**
 * Selects records of another form by a search with suggestions, in a dialog, by a scanned code, or by creating a
 * record. Enter before the search has finished selects the one record that the whole text identifies
 * (`useRecordByCode`), because a hand scanner types a code and Enter.
 */
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
  const [dialog, setDialog] = useState<'pick' | 'scan' | 'create' | null>(null);
  /** The search text at the time when a dialog was opened; the initial title of a record that is created there. */
  const [newTitle, setNewTitle] = useState('');
  const recordParts = useRecordParts();
  const form = useOptionalForm();
  // a device that is used with a finger is assumed to have a camera
  const hasCamera = useMediaQuery(COARSE_POINTER);
  const findByCode = useRecordByCode(node);
  /**
   * The code that `selectByCode` is looking for; null after the user has continued typing. In a field for one record,
   * the result for another code is ignored.
   */
  const codeToFind = useRef<string | null>(null);
  const isMultiple = node.multiple === true;
  const storedChoices = parseChoices(value, label, node);
  // initial values and presets from an address have no title yet: their id stands in its place
  const recordsById = useTitledRecords(
    node.to,
    storedChoices.filter(({ id: recordId, title }) => recordId === title).map((choice) => choice.id),
  );
  const choices = storedChoices.map((choice) => ({
    ...choice,
    title: recordsById.get(choice.id)?.title ?? choice.title,
  }));
  useAriaStates(id, invalid, isRequired);
  const { page, isLoading, failure, retry } = useSelectableRecords(
    node,
    isOpen ? { page: { pageNum: 1, pageSize: MAX_SUGGESTIONS }, conditions: [], keyword: search.trim() } : null,
  );
  const changeChoices = (next: readonly RecordChoice[]): void => {
    const { value: nextValue, label: nextLabel } = toStored(next, node);
    rememberRecords(user.id, node.to, next);
    onChange(nextValue, nextLabel);
  };
  const foundItems = (page?.list ?? []).map(({ id: recordId, title }): Item => ({ value: recordId, label: title }));
  // without a search text, the suggestions begin with the records that the user chose recently
  const recentIds = new Set(search.trim() === '' ? recentRecords(user.id, node.to).map((other) => other.id) : []);
  const orderedItems = [
    ...foundItems.filter(({ value: recordId }) => recentIds.has(recordId)),
    ...foundItems.filter(({ value: recordId }) => !recentIds.has(recordId)),
  ];
  const chosenItems = choices.map((choice): Item => ({ value: choice.id, label: choice.title }));
  const options = [
    ...orderedItems,
    ...chosenItems.filter(({ value: recordId }) => !foundItems.some((other) => other.value === recordId)),
  ];
  const titles = new Map(options.map((option) => [option.value, option.label]));
  const change = (next: string | string[] | undefined): void => {
    setSearch('');
    const ids = [next ?? []].flat().filter((recordId) => recordId !== '');
    changeChoices(ids.map((recordId) => ({ id: recordId, title: titles.get(recordId) ?? recordId })));
  };
  const openDialog = (next: 'pick' | 'scan' | 'create'): void => {
    setOpen(false);
    setNewTitle(search.trim());
    setDialog(next);
  };
  const closeDialog = (): void => {
    setDialog(null);
    onBlur?.();
  };
  /** The choices including those added since the last rendering, because several codes may be found before the next. */
  const latestChoices = useRef<readonly RecordChoice[]>(choices);
  useEffect(() => {
    latestChoices.current = choices;
  });
  const addChoice = (choice: RecordChoice): void => {
    const otherChoices = latestChoices.current.filter((other) => other.id !== choice.id);
    latestChoices.current = isMultiple ? [...otherChoices, choice] : [choice];
    changeChoices(latestChoices.current);
  };
  const selectByCode = (): void => {
    const code = search.trim();
    codeToFind.current = code;
    // in a field for several records, the input is emptied at once, so that the next code can already be typed
    if (isMultiple) setSearch('');
    findByCode(code).then(
      (found) => {
        if (found === null && isMultiple) {
          setSearch((current) => (current === '' ? code : current));
          notice('warning', `“${code}”不是可选的记录`);
        }
        if (found === null || (!isMultiple && codeToFind.current !== code)) return;
        if (!isMultiple) setSearch('');
        setOpen(isMultiple);
        addChoice(found);
      },
      (error: unknown) => notice('warning', `查找失败：${failureText(error)}`),
    );
  };
  const onKeyWhileLoading = (event: KeyboardEvent): void => {
    blockSelectionKeys(event);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && search.trim() !== '') selectByCode();
  };
  /** Name of the form of which a record can be created in place; null: none can be created. */
  const newFormName = page?.mayCreate && recordParts ? page.formName : null;
  const input = (
    <span className="sf-record-input">
      <Select<string | string[]>
        id={id}
        className="sf-fill"
        mode={isMultiple ? 'multiple' : undefined}
        options={options}
        value={isMultiple ? chosenItems.map((item) => item.value) : chosenItems[0]?.value}
        placeholder={isCell ? undefined : (node.placeholder ?? '输入名称或编号查找')}
        showSearch
        searchValue={search}
        onSearch={(text) => {
          codeToFind.current = null;
          setSearch(text);
        }}
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
          ) : (
            emptyText(search.trim(), isLoading)
          )
        }
        popupRender={(menu) => (
          <>
            {menu}
            <PopupFoot
              pickText={page && page.total > MAX_SUGGESTIONS ? `在窗口中选择（共 ${page.total} 条）` : '在窗口中选择'}
              newFormName={newFormName}
              onPick={() => openDialog('pick')}
              onCreate={() => openDialog('create')}
              onScan={hasCamera && isCell ? () => openDialog('scan') : undefined}
            />
          </>
        )}
        maxTagCount={isCell ? 'responsive' : undefined}
        allowClear={node.clearable ?? !isRequired}
        status={invalid ? 'error' : undefined}
        {...cellProps(isCell)}
        defaultOpen={isCell}
        open={isOpen && dialog === null}
        onOpenChange={setOpen}
        onInputKeyDown={isLoading ? onKeyWhileLoading : undefined}
        disabled={disabled}
        onBlur={() => {
          if (dialog === null) onBlur?.();
        }}
        onChange={change}
        {...ariaOf({ node, invalid: false, describedBy, isCell })}
      />
      {!isCell && hasCamera && (
        <Button
          icon={<ScanOutlined />}
          aria-label={`扫码选择${node.label ?? '记录'}`}
          data-action="scan-record"
          disabled={disabled}
          onClick={() => openDialog('scan')}
        />
      )}
      {!isCell && (
        <Button
          icon={<SearchOutlined />}
          aria-label={`选择${node.label ?? '记录'}`}
          data-action="pick-record"
          disabled={disabled}
          onClick={() => openDialog('pick')}
        />
      )}
      {dialog !== null && (
        <LazyDialog onClose={() => setDialog(null)}>
          {dialog === 'pick' && (
            <PickDialog
              node={node}
              initialSelection={choices}
              onClose={closeDialog}
              onConfirm={(next) => {
                setDialog(null);
                changeChoices(next);
              }}
            />
          )}
          {dialog === 'scan' && (
            <ScanDialog
              node={node}
              onClose={closeDialog}
              onFound={(found) => {
                setDialog(null);
                setSearch('');
                addChoice(found);
              }}
            />
          )}
          {dialog === 'create' && page ? (
            <InPlaceCreation node={node} target={page} text={newTitle} onCreated={addChoice} onClose={closeDialog} />
          ) : null}
        </LazyDialog>
      )}
    </span>
  );
  if (isCell || form === null || Object.keys(node.fill ?? {}).length === 0) return input;
  return (
    <div className="sf-fill">
      {input}
      {disabled || form.record === null ? null : (
        <Suspense fallback={null}>
          <FillUpdate node={node} form={form} />
        </Suspense>
      )}
    </div>
  );
}
