import { Alert, Input, Modal, Radio, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';

/**
 * Keys of the form fields that a role cannot see (`hidden`) or cannot edit (`locked`) in any step of a process.
 * The key of a column is written `table.column`.
 */
export interface FormFieldRules {
  hidden: readonly string[];
  locked: readonly string[];
}

interface FieldOfForm {
  key: string;
  label: string;
  /** Of a column: the label of its sub-table. */
  table?: string;
  isTable?: true;
}
type Rule = 'open' | 'locked' | 'hidden';
const RULES: readonly { value: Rule; label: string }[] = [
  { value: 'open', label: '不限制' },
  { value: 'locked', label: '不可改' },
  { value: 'hidden', label: '不可见' },
];

interface Props {
  formKey: string;
  formName: string;
  roleName: string;
  rules: FormFieldRules;
  onClose(): void;
  onDone(rules: FormFieldRules): void;
}

/**
 * Dialog for the field permissions of a role in one form. It does not save them: `onDone` passes them to the parent,
 * which saves them with its other changes.
 */
export function FieldRulesDialog({ formKey, formName, roleName, rules, onClose, onDone }: Props) {
  const services = useServices();
  useReturnedFocus();
  const [draft, setDraft] = useState(rules);
  const [keyword, setKeyword] = useState('');
  const { load, reload } = useLoad(
    () =>
      services.request({ url: '/system/sys/role/formFields', method: 'GET', params: { formKey } }) as Promise<
        FieldOfForm[]
      >,
    [services, formKey],
  );
  const ruleOf = (key: string): Rule => {
    if (draft.hidden.includes(key)) return 'hidden';
    return draft.locked.includes(key) ? 'locked' : 'open';
  };
  const setRule = (key: string, rule: Rule): void => {
    const withoutKey = (keys: readonly string[]): string[] => keys.filter((other) => other !== key);
    setDraft({
      hidden: [...withoutKey(draft.hidden), ...(rule === 'hidden' ? [key] : [])],
      locked: [...withoutKey(draft.locked), ...(rule === 'locked' ? [key] : [])],
    });
  };
  const nameOf = ({ label, table, isTable }: FieldOfForm): string =>
    table ? `${table} / ${label}` : isTable ? `${label}（整个子表）` : label;
  const shownFields = (load.value ?? []).filter((field) => `${nameOf(field)} ${field.key}`.includes(keyword));
  return (
    <Modal
      open
      width={720}
      title={`${roleName} · ${formName} · 字段权限`}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: load.state !== 'ready' }}
      onOk={() => onDone(draft)}
      onCancel={onClose}
      maskClosable={false}
    >
      <Alert
        type="info"
        showIcon
        className="dz-scope-note"
        message="不可见、不可改的字段在任何审批环节都如此。一个人还有其他能查看（修改）此表单的角色时，以权限更大的为准。不可见的字段不再出现在标题和关键字查询中。"
      />
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.state === 'loading' ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <>
          <Input.Search
            allowClear
            className="sc-search dz-grid-search"
            placeholder="查找字段"
            aria-label="查找字段"
            onSearch={(value) => setKeyword(value.trim())}
          />
          <Table
            size="small"
            rowKey="key"
            dataSource={shownFields}
            pagination={false}
            scroll={{ y: 'calc(100vh - 440px)' }}
            locale={{ emptyText: '没有找到字段' }}
            onRow={(field) => ({ 'data-field-rule': field.key }) as object}
            columns={[
              { title: '字段', key: 'name', render: (_value, field) => nameOf(field) },
              {
                title: '此角色',
                key: 'rule',
                width: 280,
                render: (_value, field) => (
                  <Radio.Group
                    value={ruleOf(field.key)}
                    options={[...RULES]}
                    aria-label={`${nameOf(field)}的权限`}
                    onChange={({ target }) => setRule(field.key, target.value as Rule)}
                  />
                ),
              },
            ]}
          />
        </>
      )}
    </Modal>
  );
}
