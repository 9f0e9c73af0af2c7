import { Select, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PersonSelect } from '../audit/PersonSelect.tsx';
import { KIND_NAMES, itemIdText, type MissingReference } from './packs.ts';

interface Props {
  missing: readonly MissingReference[];
  /** The chosen replacements by the id of the reference. */
  mapping: Readonly<Record<string, string>>;
  onChange(mapping: Record<string, string>): void;
}

/**
 * References of a pack to items that are neither in the pack nor in this installation. People, roles, departments and
 * posts can be replaced.
 */
export function MissingReferencesTable({ missing, mapping, onChange }: Props) {
  /**
   * The ids of the references whose replacement the user removed. They apply only to the list `missing` that is stored
   * with them: a new check starts without removed replacements.
   */
  const [removedReplacements, setRemovedReplacements] = useState<{
    missing: readonly MissingReference[];
    ids: readonly string[];
  }>({
    missing,
    ids: [],
  });
  const removedIds = removedReplacements.missing === missing ? removedReplacements.ids : [];
  if (missing.length === 0) return null;
  const setReplacement = (reference: MissingReference, value: string): void => {
    const { [itemIdText(reference)]: _before, ...rest } = mapping;
    setRemovedReplacements({
      missing,
      ids: [
        ...removedIds.filter((id) => id !== itemIdText(reference)),
        ...(value === '' ? [itemIdText(reference)] : []),
      ],
    });
    onChange(value === '' ? rest : { ...rest, [itemIdText(reference)]: value });
  };
  return (
    <section aria-label="缺少的引用" className="dp-section">
      <h3 className="dp-head">缺少的引用（{missing.length}）</h3>
      <p className="sc-note">
        包中提到、而包中和本系统都没有的内容。人员、角色、部门、岗位可指定由谁代替；其他的请在来源系统一并导出，或先在本系统建立。
      </p>
      <Table<MissingReference>
        size="small"
        rowKey={itemIdText}
        dataSource={[...missing]}
        pagination={missing.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        scroll={{ x: 640 }}
        columns={[
          { title: '种类', dataIndex: 'kind', width: 80, render: (kind: string) => KIND_NAMES[kind] },
          { title: '名称', key: 'name', width: 160, render: (_value, { name }) => name },
          {
            title: '在哪里用到',
            key: 'by',
            width: 220,
            render: (_value, { by, place }) => `“${by}”${place ? ` · ${place}` : ''}`,
          },
          {
            title: '由谁代替',
            key: 'mapped',
            width: 220,
            render: (_value, reference) =>
              reference.canMap ? (
                <ReplacementSelect
                  reference={reference}
                  value={
                    mapping[itemIdText(reference)] ??
                    (removedIds.includes(itemIdText(reference)) ? '' : (reference.mapped ?? ''))
                  }
                  // a replacement that the server found by name cannot be cleared: the next check would find it again
                  canClear={mapping[itemIdText(reference)] !== undefined}
                  onChange={(value) => setReplacement(reference, value)}
                />
              ) : (
                <span className="sc-note">不能代替</span>
              ),
          },
        ]}
      />
    </section>
  );
}

/** The addresses that list the possible replacements, by the kind of the reference. */
const OPTION_ADDRESSES: Readonly<Record<string, string>> = {
  role: '/system/sys/role/options',
  dept: '/system/sys/org/options',
  post: '/system/sys/post/options',
};

interface ReplacementProps {
  reference: MissingReference;
  value: string;
  canClear: boolean;
  onChange(value: string): void;
}

function ReplacementSelect({ reference, value, canClear, onChange }: ReplacementProps) {
  return reference.kind === 'user' ? (
    <PersonSelect value={value} onChange={onChange} placeholder="选择人员" canClear={canClear} />
  ) : (
    <OptionSelect reference={reference} value={value} canClear={canClear} onChange={onChange} />
  );
}

function OptionSelect({ reference, value, canClear, onChange }: ReplacementProps) {
  const { request } = useServices();
  const { load } = useLoad(
    () =>
      request({ url: OPTION_ADDRESSES[reference.kind] ?? '', method: 'GET', params: {} }) as Promise<
        { id?: string; code?: string; name: string }[]
      >,
    [request, reference.kind],
  );
  return (
    <Select
      aria-label={`由谁代替${reference.name}`}
      className="dp-stand"
      placeholder={`选择${KIND_NAMES[reference.kind] ?? ''}`}
      allowClear={canClear}
      showSearch
      optionFilterProp="label"
      loading={load.state === 'loading'}
      value={value || undefined}
      onChange={(next?: string) => onChange(next ?? '')}
      // posts are referred to by name, roles by code, departments by id
      options={(load.value ?? []).map(({ id, code, name }) => ({
        value: reference.kind === 'post' ? name : (code ?? id ?? name),
        label: name,
      }))}
    />
  );
}
