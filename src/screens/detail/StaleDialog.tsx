import { Button, Modal, Table } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import { isTable, type CompiledForm } from '../../kernel/form.ts';
import { ToneTag } from '../shared/ToneTag.tsx';
import { ValueView } from '../shared/ValueView.tsx';
import { changedKeys, valuesOf } from './changes.ts';

interface Props {
  compiled: CompiledForm;
  /** The server's sentence: who changed the record, and when. */
  message: string;
  /** The record as it was opened here. */
  before: FormRecord;
  latest: FormRecord;
  mine: Readonly<Record<string, unknown>>;
  /** False when the record has moved on (submitted, finished): then only its present state can be looked at. */
  canKeep: boolean;
  onShowLatest(): void;
  onKeepMine(): void;
}

interface Change { key: string; label: string; before: unknown; latest: unknown; isBoth: boolean }

function Shown({ compiled, change, value }: { compiled: CompiledForm; change: Change; value: unknown }) {
  const field = compiled.fields.get(change.key);
  if (!field) return null;
  if (isTable(field)) return <>{`${Array.isArray(value) ? value.length : 0} 行`}</>;
  return <ValueView node={field.node} value={value} />;
}

/** Somebody else saved first: who, when, what, and what to do with one's own values. Nothing typed is lost either way. */
export function StaleDialog({ compiled, message, before, latest, mine, canKeep, onShowLatest, onKeepMine }: Props) {
  const old = valuesOf(before);
  const now = valuesOf(latest);
  const changes: Change[] = changedKeys(old, now).flatMap((key) => {
    const field = compiled.fields.get(key);
    return field ? [{ key, label: field.node.label ?? key, before: old[key], latest: now[key], isBoth: key in mine }] : [];
  });
  return (
    <Modal
      open width={640} title="记录已被他人修改" closable={false} maskClosable={false} keyboard={false}
      footer={[
        <Button key="latest" onClick={onShowLatest} data-action="show-latest">查看最新内容</Button>,
        ...(canKeep ? [<Button key="mine" type="primary" onClick={onKeepMine} data-action="keep-mine">保留我的填写继续编辑</Button>] : []),
      ]}
    >
      <p>{message}</p>
      <Table<Change>
        size="small" rowKey="key" pagination={false} dataSource={changes} scroll={{ y: 260 }} locale={{ emptyText: '表单内容没有变化，仅状态已更新' }}
        columns={[
          { title: '字段', dataIndex: 'label', render: (label: string, change) => <>{label}{change.isBoth ? <> <ToneTag tone="warn">您也修改了</ToneTag></> : null}</> },
          { title: '您打开时', render: (_value, change) => <Shown compiled={compiled} change={change} value={change.before} /> },
          { title: '最新', render: (_value, change) => <Shown compiled={compiled} change={change} value={change.latest} /> },
        ]}
      />
      <p className="sc-note">{canKeep ? '“保留我的填写”会载入最新版本，再放上您修改过的字段；核对后可再次保存。' : '此记录的状态已经改变，不能再保存；您的填写内容仍保留在本机。'}</p>
    </Modal>
  );
}
