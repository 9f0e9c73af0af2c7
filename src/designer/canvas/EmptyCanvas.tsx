import { AppstoreAddOutlined, DragOutlined, FileExcelOutlined, FileWordOutlined } from '@ant-design/icons';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useIsClosed } from '../../runtime/host/useIsClosed.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ExcelDialog } from '../excel/ExcelDialog.tsx';
import { TemplateGallery } from '../templates/TemplateGallery.tsx';
import { PALETTE } from './model/palette.ts';
import type { RawNode } from './model/nodes.ts';
import { useDesignerContext } from './designerContext.ts';

/**
 * The ways to start an empty form: add fields, import an Excel sheet or a text, use a template, or copy another form.
 */
export function EmptyCanvas({ onOpen }: { onOpen(formKey: string): void }) {
  const { insert } = useDesignerContext();
  const services = useServices();
  const [openDialog, setOpenDialog] = useState<'excel' | 'text' | 'copy' | 'template' | null>(null);
  const { load, reload } = useLoad(() => services.forms.list(), [services]);
  const forms = load.value ?? [];
  return (
    <div className="ds-begin">
      <p className="ds-begin-title">从哪里开始？</p>
      <div className="ds-begin-ways">
        <div className="ds-begin-way">
          <DragOutlined />
          <strong>拖入字段</strong>
          <span>从左侧拖到这里，或点击字段添加</span>
        </div>
        <button type="button" className="ds-begin-way" data-no-select onClick={() => setOpenDialog('excel')}>
          <FileExcelOutlined />
          <strong>从 Excel 新建</strong>
          <span>表头成为字段，各行成为记录</span>
        </button>
        <button type="button" className="ds-begin-way" data-no-select onClick={() => setOpenDialog('text')}>
          <FileWordOutlined />
          <strong>从 Word 或文字新建</strong>
          <span>表格里的项目或逐行的名称成为字段</span>
        </button>
        <button type="button" className="ds-begin-way" data-no-select onClick={() => setOpenDialog('template')}>
          <AppstoreAddOutlined />
          <strong>从模板新建</strong>
          <span>用车、请假、合同等现成应用</span>
        </button>
      </div>
      <p className="ds-note">
        也可以
        <button type="button" className="sc-link" data-no-select onClick={() => setOpenDialog('copy')}>
          复制已有表单
        </button>
        的全部字段，再作修改
      </p>
      <p className="ds-note">
        常用字段组：
        {PALETTE.filter(({ group }) => group === 'template').map(({ id, title }) => (
          <button key={id} type="button" className="sc-link" data-no-select onClick={() => insert(id)}>
            {title}
          </button>
        ))}
      </p>
      {openDialog === 'excel' || openDialog === 'text' ? (
        <ExcelDialog
          source={openDialog}
          usedKeys={forms.map(({ key }) => key)}
          onClose={() => setOpenDialog(null)}
          onOpen={onOpen}
          onCreated={reload}
        />
      ) : null}
      {openDialog === 'template' ? (
        <TemplateGallery forms={forms} onClose={() => setOpenDialog(null)} onOpen={onOpen} onCreated={reload} />
      ) : null}
      {openDialog === 'copy' ? (
        <CopyDialog
          forms={forms
            .filter(({ version }) => version > 0)
            .map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
          onClose={() => setOpenDialog(null)}
        />
      ) : null}
    </div>
  );
}

/** Copies all fields of a published form, with the same keys, and its layout settings into this form. */
function CopyDialog({ forms, onClose }: { forms: { value: string; label: string }[]; onClose(): void }) {
  useReturnedFocus();
  const { design } = useDesignerContext();
  const services = useServices();
  const vocabulary = useRegistry();
  const { message } = useFeedback();
  const [key, setKey] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isClosed = useIsClosed();
  const copy = async (): Promise<void> => {
    if (key === null) return;
    setBusy(true);
    try {
      const { definition } = await loadForm({ services, vocabulary, formKey: key });
      if (isClosed.current) return;
      if (design.get().isBroken) throw new ServiceError('DOC_SYNTAX', '文本有误，改正后才能复制');
      const { labelWidth, labelPosition, gutter, size, fields } = definition;
      design.edit((doc) => ({
        doc: {
          ...doc,
          ...Object.fromEntries(
            Object.entries({ labelWidth, labelPosition, gutter, size }).filter(([, value]) => value !== undefined),
          ),
          fields: structuredClone(fields) as unknown as RawNode[],
        },
        selection: [],
        announcement: `已复制 ${fields.length} 个元素`,
      }));
      onClose();
    } catch (error) {
      if (isClosed.current) return;
      message.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="复制已有表单"
      okText="复制"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: key === null }}
      onOk={() => void copy()}
      onCancel={onClose}
      maskClosable={false}
    >
      <label htmlFor="copied-form">表单</label>
      <Select
        id="copied-form"
        showSearch
        optionFilterProp="label"
        placeholder="选择表单"
        style={{ width: '100%' }}
        value={key}
        options={forms}
        onChange={setKey}
      />
    </Modal>
  );
}
