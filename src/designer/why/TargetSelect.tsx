import { Radio, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { blockSelectionKeys } from '../../runtime/host/unansweredSearch.ts';
import type { Query } from '../../screens/navigation/pageNavigation.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import type { AccessTarget, SelectableTargets } from './reasons.ts';

/** Debounce of the search for records. */
const DEBOUNCE_MS = 300;
const MAX_OFFERED_RECORDS = 20;

interface Props {
  target: AccessTarget;
  targets: SelectableTargets;
  onChange(change: Query): void;
}

/** Selects the target whose access is explained: a form, optionally with one of its records, or a menu entry. */
export function TargetSelect({ target, targets, onChange }: Props) {
  /** The kind that was selected last. Used only while the URL contains neither a form nor a menu entry. */
  const [chosenKind, setChosenKind] = useState<'form' | 'menu'>('form');
  const kindWithoutMenu = target.formKey === '' ? chosenKind : 'form';
  const kind = target.menuId === '' ? kindWithoutMenu : 'menu';
  return (
    <div className="dz-why-subject">
      <Radio.Group
        optionType="button"
        value={kind}
        options={[
          { value: 'form', label: '表单与记录' },
          { value: 'menu', label: '菜单' },
        ]}
        onChange={(event) => {
          setChosenKind(event.target.value as 'form' | 'menu');
          onChange({ formKey: '', recordId: '', menuId: '' });
        }}
      />
      {kind === 'menu' ? (
        <Select
          aria-label="菜单"
          placeholder="选择菜单"
          showSearch
          allowClear
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={target.menuId || undefined}
          options={targets.menus.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(menuId?: string) => onChange({ menuId: menuId ?? '' })}
        />
      ) : (
        <>
          <Select
            aria-label="表单"
            placeholder="选择表单"
            showSearch
            allowClear
            optionFilterProp="label"
            value={target.formKey || undefined}
            options={targets.forms.map(({ formKey, formName }) => ({ value: formKey, label: formName }))}
            onChange={(formKey?: string) => onChange({ formKey: formKey ?? '', recordId: '' })}
          />
          {target.formKey === '' ? null : (
            <RecordSelect
              key={target.formKey}
              formKey={target.formKey}
              value={target.recordId}
              onChange={(recordId) => onChange({ recordId })}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Select that searches the records of a form by keyword; value '' selects the whole form. */
function RecordSelect({
  formKey,
  value,
  onChange,
}: {
  formKey: string;
  value: string;
  onChange(recordId: string): void;
}) {
  const { records } = useServices();
  const [typedKeyword, setTypedKeyword] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typedKeyword.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedKeyword]);
  const { load } = useLoad(
    async () =>
      (await records.list(formKey, { page: { pageNum: 1, pageSize: MAX_OFFERED_RECORDS }, conditions: [], keyword }))
        .list,
    [records, formKey, keyword],
  );
  const options = (load.value ?? []).map((record) => ({
    value: record.id ?? '',
    label: [record.title || '未填写标题', record.createByName].filter(Boolean).join(' · '),
  }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      aria-label="记录"
      placeholder="不选：整个表单"
      showSearch
      allowClear
      filterOption={false}
      popupMatchSelectWidth={false}
      value={value || undefined}
      loading={load.state === 'loading'}
      notFoundContent={load.state === 'loading' ? '查找中…' : '没有找到'}
      options={isKnown ? options : [{ value, label: '所选记录' }, ...options]}
      // while the options belong to an earlier keyword, Enter or Tab must not select one of them
      onInputKeyDown={typedKeyword.trim() !== keyword || load.state === 'loading' ? blockSelectionKeys : undefined}
      onSearch={setTypedKeyword}
      onChange={(id?: string) => {
        setTypedKeyword('');
        onChange(id ?? '');
      }}
    />
  );
}
