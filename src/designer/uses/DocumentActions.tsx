import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from '../document/documentKind.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { UsesDialog } from './UsesDialog.tsx';

/** Consequences of disabling a document, by kind. */
const DISABLE_WARNINGS = {
  form: '停用后不能再新增、导入或由其他记录生成记录；已有的记录仍可查看、修改和办理。可随时启用。',
  screen: '停用后打开此界面的人会看到“已停用”；菜单不变。可随时启用。',
  flow: '停用后不能再提交用此流程的申请；办理中的申请不受影响。可随时启用。',
  dataset: '停用后用到它的图表、统计表会提示“已停用”。可随时启用。',
} as const;

interface Props {
  document: DocumentSummary;
  /** Keys of all documents of this kind. */
  usedKeys: readonly string[];
  onOpen(key: string): void;
  onChanged(): void;
}

/** Menu with the actions on a document: copy, show uses, disable or enable, discard its draft, delete. */
export function DocumentActions({ document, usedKeys, onOpen, onChanged }: Props) {
  const { kind, kindName, calls } = useKind();
  const { message, confirm } = useFeedback();
  const [openDialog, setOpenDialog] = useState<'copy' | 'uses' | 'inUse' | null>(null);
  const { key, name, version, hasDraft, revision, disabledBy = '' } = document;

  /** Waits for an action and shows its success or failure; lists the uses that prevent a deletion. */
  const complete = async (action: Promise<void>, successText: string): Promise<void> => {
    try {
      await action;
      message.success(successText);
      onChanged();
    } catch (error) {
      const { uses = [] } = ((error instanceof ServiceError ? error.data : null) ?? {}) as { uses?: unknown[] };
      if (error instanceof ServiceError && error.code === 'DOC_IN_USE' && uses.length > 0) setOpenDialog('inUse');
      else {
        message.error(messageOf(error));
        if (error instanceof ServiceError && error.code === 'RECORD_STALE') onChanged();
      }
    }
  };
  const confirmAction = (
    title: string,
    content: string,
    okText: string,
    action: () => Promise<void>,
    successText: string,
  ): void => confirm({ title, content, okText, isDanger: true, onOk: () => complete(action(), successText) });

  const items: MenuProps['items'] = [
    { key: 'copy', label: '复制' },
    { key: 'uses', label: '被引用' },
    ...(version === 0
      ? []
      : [disabledBy === '' ? { key: 'disable', label: '停用' } : { key: 'enable', label: '启用' }]),
    ...(hasDraft ? [{ key: 'discard', label: version === 0 ? '放弃草稿（删除）' : '放弃草稿', danger: true }] : []),
    ...(version === 0 ? [] : [{ key: 'remove', label: '删除', danger: true }]),
  ];
  const onClick: MenuProps['onClick'] = ({ key: action, domEvent }) => {
    domEvent.stopPropagation();
    if (action === 'copy' || action === 'uses') setOpenDialog(action);
    if (action === 'enable') void complete(calls.enable(key), `已启用“${name}”`);
    if (action === 'disable')
      confirmAction(
        `停用${kindName}“${name}”？`,
        DISABLE_WARNINGS[kind],
        '停用',
        () => calls.disable(key),
        `已停用“${name}”`,
      );
    if (action === 'discard')
      confirmAction(
        `放弃“${name}”的草稿？`,
        version === 0
          ? `这个${kindName}从未发布，放弃后即删除，不能恢复。`
          : `草稿中的修改不能恢复，第 ${version} 版不变。`,
        '放弃草稿',
        () => calls.discardDraft(key, revision),
        '草稿已放弃',
      );
    if (action === 'remove')
      confirmAction(
        `删除${kindName}“${name}”？`,
        `只有没有被引用${kind === 'form' ? '、也没有记录' : ''}的${kindName}可以删除。删除后不再列出；各版本的内容仍留在系统中。`,
        '删除',
        () => calls.remove(key, version, revision),
        `已删除“${name}”`,
      );
  };
  return (
    <>
      <Dropdown menu={{ items, onClick }} trigger={['click']}>
        <Button type="link" size="small" data-action="more" aria-label={`“${name}”的更多操作`}>
          更多
        </Button>
      </Dropdown>
      {openDialog === 'copy' ? (
        <CopyDialog document={document} usedKeys={usedKeys} onClose={() => setOpenDialog(null)} onCreated={onOpen} />
      ) : null}
      {openDialog === 'uses' || openDialog === 'inUse' ? (
        <UsesDialog
          document={document}
          onClose={() => setOpenDialog(null)}
          {...(openDialog === 'inUse'
            ? { note: `以下地方还在引用这个${kindName}，不能删除。请先改正它们，或改为停用。` }
            : {})}
        />
      ) : null}
    </>
  );
}
