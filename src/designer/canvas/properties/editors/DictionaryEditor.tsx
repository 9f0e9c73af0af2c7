import { Select } from 'antd';
import { useServices } from '../../../../runtime/contexts.ts';
import { useLoad } from '../../../../screens/shared/useLoad.ts';
import { usePanel } from '../panelContext.tsx';
import { NewDictionaryButton } from './NewDictionaryButton.tsx';
import type { EditorProps } from './basicEditors.tsx';

/** Selects or creates the dictionary with the options of the field. */
export function DictionaryEditor({ value, id }: EditorProps) {
  const services = useServices();
  const { change, node } = usePanel();
  const { load, reload } = useLoad(() => services.dictionaries(), [services]);
  const dictionaries = load.value ?? [];
  const code = typeof value === 'string' ? value : '';
  const isUnknown = code !== '' && load.state === 'ready' && !dictionaries.some(({ typeCode }) => typeCode === code);
  const selectCode = (next: string): void =>
    change(next === '' ? { dictCode: undefined, isDict: undefined } : { dictCode: next, isDict: '1' });
  return (
    <>
      <Select
        id={id}
        size="small"
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder="不用字典"
        loading={load.state === 'loading'}
        status={isUnknown ? 'error' : ''}
        style={{ width: '100%' }}
        value={code === '' ? null : code}
        options={[
          ...dictionaries.map(({ typeCode, typeName }) => ({ value: typeCode, label: `${typeName}（${typeCode}）` })),
          ...(isUnknown ? [{ value: code, label: `${code}（找不到）` }] : []),
        ]}
        onChange={(next: string | null) => selectCode(next ?? '')}
      />
      <NewDictionaryButton
        usedCodes={dictionaries.map(({ typeCode }) => typeCode)}
        name={typeof node?.label === 'string' ? node.label : ''}
        onCreated={(created) => {
          reload();
          selectCode(created);
        }}
      />
    </>
  );
}
