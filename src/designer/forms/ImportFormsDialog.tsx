import { Alert, Button, Input, Modal, Skeleton, Space, Switch, Table } from 'antd';
import { useRef, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { usePages } from '../../runtime/screen/usePages.tsx';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { moveActionColumns } from '../moveActionColumns.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { keyError, proposeKey, proposeName } from '../check/formKeys.ts';
import type { DefinitionText } from '../check/definitionText.ts';
import type { TextCheck } from '../check/checkText.ts';
import { useChecker } from '../check/useChecker.ts';
import { createDocument } from '../document/createDocument.ts';
import { canonicalText, formKeyIn } from '../document/documentText.ts';
import { DefinitionInput } from '../document/DefinitionInput.tsx';
import { ImportReport } from './ImportReport.tsx';
import { fieldsWithoutSource, withOptionSources, type FieldWithoutSource } from './optionSources.ts';
import { OptionSources } from './OptionSources.tsx';

interface ImportItem extends DefinitionText {
  id: number;
  check: TextCheck;
  formKey: string;
  formName: string;
  /** Why the form could not be stored; null: not tried yet, stored, or the key was changed afterwards. */
  errorText: string | null;
  isDone: boolean;
  /** Fields whose options come from an address unknown to this server; empty until the form is stored. */
  sourcelessFields: readonly FieldWithoutSource[];
  /** The revision of the stored draft; undefined before storing. */
  revision?: number | undefined;
  /** True if the original text was stored instead of its canonical form. */
  isStoredRaw?: boolean;
}
interface Props {
  usedKeys: readonly string[];
  onClose(): void;
  onOpen(formKey: string): void;
  onImported(): void;
}

/** Number of action columns (see `moveActionColumns`): the result and the buttons. */
const ACTION_COLUMNS = 2;

const statusTag = ({ check, isDone, sourcelessFields }: ImportItem): React.ReactNode => {
  if (isDone && sourcelessFields.length > 0)
    return <StatusTag tone="warn">{`${sourcelessFields.length} 项无选项`}</StatusTag>;
  if (isDone) return <StatusTag tone="good">已导入</StatusTag>;
  if (!check.definition) return <StatusTag tone="bad">无法识别</StatusTag>;
  return check.counts.error > 0 ? (
    <StatusTag tone="bad">{`${check.counts.error} 个错误`}</StatusTag>
  ) : check.counts.warning > 0 ? (
    <StatusTag tone="warn">{`${check.counts.warning} 个提醒`}</StatusTag>
  ) : (
    <StatusTag tone="good">可用</StatusTag>
  );
};

/**
 * A dialog that imports definitions of other designers as new forms. It shows a report on each definition and proposes
 * a key and a name, which the administrator can change. Each imported form is stored as a draft.
 */
export function ImportFormsDialog({ usedKeys, onClose, onOpen, onImported }: Props) {
  useReturnedFocus();
  const services = useServices();
  const check = useChecker();
  const { message } = useFeedback();
  const [items, setItems] = useState<readonly ImportItem[]>([]);
  const [pendingDefinitions, setPendingDefinitions] = useState<readonly DefinitionText[]>([]);
  const [reportItemId, setReportItemId] = useState<number | null>(null);
  const [sourcesItemId, setSourcesItemId] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [storesRawText, setStoresRawText] = useState(false);
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);

  const otherKeys = (id: number): ReadonlySet<string> =>
    new Set([...usedKeys, ...items.filter((item) => item.id !== id).map((item) => item.formKey)]);
  const change = (id: number, changes: Partial<ImportItem>): void =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...changes } : item)));

  const lastId = useRef(0);
  const addDefinition = (definition: DefinitionText): void => {
    setPendingDefinitions((before) => [...before, definition]);
    // checked with a fixed key, because the administrator can still change the key that the text proposes
    void check(definition.text, { formKey: 'imported' }).then((result) => {
      setPendingDefinitions((before) => before.filter((pendingDefinition) => pendingDefinition !== definition));
      const id = (lastId.current += 1);
      setItems((before) => [
        ...before,
        {
          ...definition,
          id,
          check: result,
          errorText: null,
          isDone: false,
          sourcelessFields: [],
          formKey: proposeKey(
            formKeyIn(definition.text),
            definition.name,
            new Set([...usedKeys, ...before.map((item) => item.formKey)]),
          ),
          formName: proposeName(result.definition, definition.name),
        },
      ]);
    });
  };
  const readyItems = items.filter(
    (item) =>
      item.check.definition &&
      !item.isDone &&
      item.formName.trim() !== '' &&
      keyError(item.formKey, otherKeys(item.id)) === null,
  );

  const storeDrafts = async (): Promise<void> => {
    setBusy(true);
    const importedItems: ImportItem[] = [];
    for (const item of readyItems) {
      const { definition } = item.check;
      if (!definition) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop -- sequential, so that errors of one form do not affect others
        const { problems, revision } = await createDocument(
          services.forms,
          item.formKey,
          item.formName,
          storesRawText ? item.text : canonicalText(definition, item),
        );
        const sourcelessFields = fieldsWithoutSource(definition, problems);
        importedItems.push({ ...item, sourcelessFields });
        change(item.id, { isDone: true, errorText: null, sourcelessFields, revision, isStoredRaw: storesRawText });
      } catch (error) {
        change(item.id, { errorText: messageOf(error) });
      }
    }
    setBusy(false);
    if (importedItems.length === 0) return;
    message.success(`已导入 ${importedItems.length} 个表单草稿`);
    onImported();
    const itemWithSourcelessFields = importedItems.find(({ sourcelessFields }) => sourcelessFields.length > 0);
    if (itemWithSourcelessFields) setSourcesItemId(itemWithSourcelessFields.id);
    else if (importedItems.length === 1 && items.length === 1) onOpen(importedItems[0]?.formKey as string);
  };

  /** Stores the form again with the option sources that the administrator has selected, if any; closes their dialog. */
  const storeWithSources = async (
    item: ImportItem,
    chosenSources: Parameters<typeof withOptionSources>[1],
  ): Promise<void> => {
    const { definition } = item.check;
    if (definition && chosenSources.length > 0) {
      setBusy(true);
      try {
        const next = withOptionSources(definition, chosenSources);
        const { problems, revision } = await services.forms.saveDraft(
          item.formKey,
          item.formName,
          canonicalText(next, item),
          item.revision,
          0,
        );
        change(item.id, {
          check: { ...item.check, definition: next },
          sourcelessFields: fieldsWithoutSource(next, problems),
          revision,
          isStoredRaw: false,
        });
        message.success(item.isStoredRaw ? '选项来源已保存，定义已转换为规范格式' : '选项来源已保存');
      } catch (error) {
        message.error(messageOf(error));
        return;
      } finally {
        setBusy(false);
      }
    }
    setSourcesItemId(null);
    if (items.length === 1) onOpen(item.formKey);
  };

  const { shown: pageItems, pager } = usePages(items);
  const reportItem = items.find((item) => item.id === reportItemId);
  const sourcesItem = items.find((item) => item.id === sourcesItemId);
  return (
    <Modal
      open
      width="min(960px, 96vw)"
      title="导入表单"
      onCancel={onClose}
      maskClosable={false}
      footer={
        items.length > 0 ? (
          <Space wrap>
            <span className="ds-switch">
              <Switch
                size="small"
                checked={storesRawText}
                onChange={setStoresRawText}
                disabled={isBusy}
                aria-label="保留原文"
              />{' '}
              保留原文（不转换为规范格式）
            </span>
            <Button onClick={onClose}>关闭</Button>
            <Button
              type="primary"
              disabled={readyItems.length === 0}
              loading={isBusy}
              onClick={() => void storeDrafts()}
              data-action="import"
            >{`导入为草稿（${readyItems.length}）`}</Button>
          </Space>
        ) : null
      }
    >
      <DefinitionInput isMultiple onRead={addDefinition} />
      {pendingDefinitions.length > 0 ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {items.length > 0 ? (
        <Table<ImportItem>
          size="small"
          rowKey="id"
          dataSource={pageItems}
          pagination={false}
          scroll={{ x: 860 }}
          className="ds-imports"
          columns={moveActionColumns(
            isPhone,
            [
              { title: '来源', dataIndex: 'name', ellipsis: true, width: isPhone ? 110 : 170 },
              {
                title: '表单名称',
                key: 'formName',
                width: 180,
                render: (_value, item) => (
                  <Input
                    size="small"
                    aria-label={`${item.name}的表单名称`}
                    value={item.formName}
                    maxLength={100}
                    status={item.formName.trim() === '' ? 'error' : ''}
                    placeholder="请输入表单名称"
                    disabled={item.isDone || isBusy}
                    onChange={(event) => change(item.id, { formName: event.target.value })}
                  />
                ),
              },
              {
                title: '表单键',
                key: 'formKey',
                width: 210,
                render: (_value, item) => {
                  const errorText = item.isDone ? null : (item.errorText ?? keyError(item.formKey, otherKeys(item.id)));
                  return (
                    <>
                      <Input
                        size="small"
                        aria-label={`${item.name}的表单键`}
                        status={errorText ? 'error' : ''}
                        value={item.formKey}
                        maxLength={64}
                        disabled={item.isDone || isBusy}
                        onChange={(event) => change(item.id, { formKey: event.target.value.trim(), errorText: null })}
                      />
                      {errorText ? (
                        <div className="ds-bad ds-fault" role="alert">
                          {errorText}
                        </div>
                      ) : null}
                    </>
                  );
                },
              },
              { title: '结果', key: 'state', width: 100, render: (_value, item) => statusTag(item) },
              {
                title: '操作',
                key: 'do',
                width: 190,
                render: (_value, item) => (
                  <Space size={0}>
                    <Button type="link" size="small" onClick={() => setReportItemId(item.id)} data-action="report">
                      报告
                    </Button>
                    {item.sourcelessFields.length > 0 ? (
                      <Button
                        type="link"
                        size="small"
                        onClick={() => setSourcesItemId(item.id)}
                        data-action="option-sources"
                      >
                        选项来源
                      </Button>
                    ) : null}
                    {item.isDone ? (
                      <Button type="link" size="small" onClick={() => onOpen(item.formKey)} data-action="edit">
                        编辑
                      </Button>
                    ) : (
                      <Button
                        type="link"
                        size="small"
                        disabled={isBusy}
                        onClick={() => setItems(items.filter((other) => other !== item))}
                        aria-label={`移除${item.name}`}
                      >
                        移除
                      </Button>
                    )}
                  </Space>
                ),
              },
            ],
            ACTION_COLUMNS,
          )}
        />
      ) : (
        <Alert
          type="info"
          showIcon
          message="支持 form-generator 及其各分支、variant-form、form-making、k-form-design、form-create、Formily、avue 等设计器导出的定义，也支持接口返回的整段内容。认不出的内容以占位块保留，并在报告中逐项列出位置。"
        />
      )}
      {pager}
      {sourcesItem ? (
        <OptionSources
          key={sourcesItem.id}
          formName={sourcesItem.formName}
          fields={sourcesItem.sourcelessFields}
          isBusy={isBusy}
          onDone={(chosen) => void storeWithSources(sourcesItem, chosen)}
          onClose={() => setSourcesItemId(null)}
        />
      ) : null}
      {reportItem ? (
        <Modal
          open
          width="min(860px, 94vw)"
          title="导入报告"
          footer={<Button onClick={() => setReportItemId(null)}>关闭</Button>}
          onCancel={() => setReportItemId(null)}
        >
          <ImportReport source={reportItem} check={reportItem.check} />
        </Modal>
      ) : null}
    </Modal>
  );
}
