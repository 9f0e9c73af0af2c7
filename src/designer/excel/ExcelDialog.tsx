import { Alert, Button, Checkbox, Input, Modal, Space, Tabs } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { keyError, proposeKey } from '../check/formKeys.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { hasOptions } from './guessColumn.ts';
import { guessForms, withRelationTargets, type GuessedForm } from './guessForms.ts';
import { CreationProgress } from './CreationProgress.tsx';
import { createForms, type FormCreation } from './createForms.ts';
import { MenuGroupChoice } from './MenuGroupChoice.tsx';
import { addFormToMenu } from './addToMenu.ts';
import { SOURCE_TITLES, SourceStep, type SourceKind } from './SourceStep.tsx';
import { leftOutText, withDistinctNames, type SheetTable } from './sheetTable.ts';
import { reviewCalls } from '../reviews/calls.ts';
import { ReviewerChoice } from '../reviews/ReviewerChoice.tsx';
import { useReviewRequired } from '../reviews/useReviewRequired.ts';
import { generateKeyFromName } from '../keys/generateKeyFromName.ts';

interface Props {
  /** The kind of source; by default a workbook. */
  source?: SourceKind;
  /** The keys of the existing forms. */
  usedKeys: readonly string[];
  onClose(): void;
  onOpen(formKey: string): void;
  /** Called when the creation has ended, even if some forms could not be created. */
  onCreated(): void;
}

/** Returns a Chinese message if a form cannot be created; otherwise null. */
function errorOf(form: GuessedForm, forms: readonly GuessedForm[], usedKeys: readonly string[]): string | null {
  if (form.isLeftOut) return null;
  const otherForms = forms.filter((other) => other !== form && !other.isLeftOut);
  if (form.formName.trim() === '') return '请填写表单名称';
  const key = keyError(form.formKey, new Set([...usedKeys, ...otherForms.map(({ formKey }) => formKey)]));
  if (key) return `表单键：${key}`;
  const usedColumns = form.columns.filter(({ isLeftOut }) => !isLeftOut);
  if (usedColumns.length === 0) return '至少采用一列';
  if (usedColumns.some(({ title }) => title.trim() === '')) return '请填写字段名称';
  const columnWithoutOptions = usedColumns.find(({ kind, options }) => hasOptions(kind) && options.length === 0);
  if (columnWithoutOptions) return `请填写“${columnWithoutOptions.title}”的选项`;
  const unresolvedColumn = usedColumns.find(
    ({ kind, to }) => kind === 'relation' && !otherForms.some(({ id }) => id === to),
  );
  return unresolvedColumn ? `“${unresolvedColumn.title}”关联的工作表没有采用` : null;
}

/**
 * Creates forms with records from a workbook: a sheet becomes a form, and a column becomes a field. A column whose
 * values identify rows of another sheet becomes a relation. If `source` is 'text', each label in a text document, or in
 * typed lines, becomes a field. The user can correct the guessed forms before they are created.
 */
export function ExcelDialog({ source = 'excel', usedKeys, onClose, onOpen, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const [forms, setForms] = useState<readonly GuessedForm[]>([]);
  const [shownFormId, setShownFormId] = useState('');
  const [error, setError] = useState('');
  const [isReading, setReading] = useState(false);
  const [withRecords, setWithRecords] = useState(true);
  /** The menu group to which the lists of the forms are added; null: the lists are not added to the menu. */
  const [parentId, setParentId] = useState<string | null>(null);
  const [progress, setProgress] = useState<readonly FormCreation[] | null>(null);
  /** Undefined while it is being loaded. */
  const isReviewRequired = useReviewRequired();
  const [reviewerId, setReviewerId] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [fileName, setFileName] = useState('');

  const readSource = async (name: string, readTables: () => Promise<readonly SheetTable[]>): Promise<void> => {
    setError('');
    setReading(true);
    try {
      const tables = await readTables();
      const baseName = name.replace(/\.\w+$/, '');
      // a sheet with a default name (Sheet1) is named after the file
      const namedTables = withDistinctNames(
        tables.map((table) => (/^(sheet|工作表)\s*\d*$/i.test(table.name) ? { ...table, name: baseName } : table)),
      );
      const keysInUse = new Set(usedKeys);
      const keys = new Map<string, string>();
      for (const { name } of namedTables) {
        // sequential, because each key must differ from the previous keys
        // oxlint-disable-next-line no-await-in-loop
        const key = proposeKey(await generateKeyFromName(name, new Set()), name, keysInUse);
        keysInUse.add(key);
        keys.set(name, key);
      }
      const guessedForms = guessForms(namedTables, (name) => keys.get(name) ?? name);
      setForms(guessedForms);
      setShownFormId(guessedForms[0]?.id ?? '');
      setFileName(name);
    } catch (problem) {
      setError(problem instanceof RangeError ? problem.message : messageOf(problem));
    } finally {
      setReading(false);
    }
  };
  const change = (form: GuessedForm, changes: Partial<GuessedForm>): void =>
    setForms((before) => before.map((item) => (item.table === form.table ? { ...item, ...changes } : item)));
  const errors = forms.map((form) => errorOf(form, forms, usedKeys));
  const selectedForms = forms.filter(({ isLeftOut }) => !isLeftOut);
  const create = async (): Promise<void> => {
    setCreating(true);
    setProgress(
      selectedForms.map(({ formKey, formName }) => ({
        formKey,
        formName,
        step: 'waiting',
        message: '',
        importProgress: null,
      })),
    );
    const note = `由 ${fileName} 建立`.slice(0, 100);
    await createForms(
      services,
      withRelationTargets(selectedForms),
      {
        withRecords,
        publicationNote: note,
        messageOf,
        ...(isReviewRequired
          ? {
              requestReview: ({ formKey }) =>
                reviewCalls(services).request({ kind: 'form', key: formKey }, { reviewerId, note }),
            }
          : {}),
        ...(parentId === null ? {} : { addToMenu: (form) => addFormToMenu(services, form, parentId) }),
      },
      (changed) =>
        setProgress((before) =>
          (before ?? []).map((item) => (item.formKey === changed.formKey ? { ...changed } : item)),
        ),
    );
    setCreating(false);
    onCreated();
  };
  return (
    <Modal
      open
      width="min(1000px, 96vw)"
      title={SOURCE_TITLES[source]}
      maskClosable={false}
      closable={!isCreating}
      keyboard={!isCreating}
      onCancel={onClose}
      footer={
        <Space wrap>
          {forms.length > 0 && progress === null && isReviewRequired ? (
            <div className="dr-reviewer-line">
              <ReviewerChoice value={reviewerId} onChange={setReviewerId} />
            </div>
          ) : forms.length > 0 && progress === null ? (
            <>
              <MenuGroupChoice parentId={parentId} onChange={setParentId} />
              {selectedForms.some(({ table }) => table.rows.length > 0) ? (
                <Checkbox checked={withRecords} onChange={(event) => setWithRecords(event.target.checked)}>
                  同时导入表中的记录
                </Checkbox>
              ) : null}
            </>
          ) : null}
          <Button onClick={onClose} disabled={isCreating}>
            {progress === null ? '取消' : '关闭'}
          </Button>
          {forms.length > 0 && progress === null ? (
            <Button
              type="primary"
              disabled={
                selectedForms.length === 0 ||
                errors.some((errorText) => errorText !== null) ||
                isReviewRequired === undefined ||
                (isReviewRequired && reviewerId === '')
              }
              onClick={() => void create()}
              data-action="make"
            >
              {isReviewRequired
                ? `建草稿并提交复核（${selectedForms.length} 个表单）`
                : `新建并发布（${selectedForms.length} 个表单）`}
            </Button>
          ) : null}
        </Space>
      }
    >
      {isReviewRequired && forms.length > 0 && progress === null ? (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          message="已开启“发布前需复核”：表单先存为草稿，由另一位管理员通过后发布；表中的记录到时在列表中导入。"
        />
      ) : null}
      {error === '' ? null : <Alert type="error" showIcon message={error} style={{ marginBottom: 12 }} />}
      {progress !== null ? (
        <CreationProgress forms={progress} isCreating={isCreating} onOpen={onOpen} />
      ) : forms.length === 0 ? (
        <SourceStep
          source={source}
          isReading={isReading}
          onSourceSelected={(name, loadTables) => void readSource(name, loadTables)}
        />
      ) : (
        <Tabs
          activeKey={shownFormId}
          onChange={setShownFormId}
          items={forms.map((form, index) => ({
            key: form.id,
            label: (
              <span>
                {form.table.name}
                {errors[index] === null ? '' : ' ⚠'}
              </span>
            ),
            children: (
              <>
                <Space wrap className="ds-excel-head">
                  <Checkbox
                    checked={!form.isLeftOut}
                    onChange={(event) => change(form, { isLeftOut: !event.target.checked })}
                  >
                    {form.table.fields ? '采用此表单' : '采用此工作表'}
                  </Checkbox>
                  <Input
                    addonBefore="表单名称"
                    aria-label="表单名称"
                    value={form.formName}
                    maxLength={100}
                    disabled={form.isLeftOut}
                    onChange={(event) => change(form, { formName: event.target.value })}
                  />
                  <Input
                    addonBefore="表单键"
                    aria-label="表单键"
                    value={form.formKey}
                    maxLength={64}
                    disabled={form.isLeftOut}
                    onChange={(event) => change(form, { formKey: event.target.value.trim() })}
                  />
                  <span className="sc-note">
                    {form.table.fields
                      ? `识别到 ${form.columns.length} 个字段`
                      : `表头在第 ${form.table.headingRow} 行，共 ${form.table.rows.length} 行记录${leftOutText(form.table)}`}
                  </span>
                </Space>
                {errors[index] === null ? null : (
                  <Alert type="warning" showIcon message={errors[index]} style={{ marginBottom: 8 }} />
                )}
                {form.isLeftOut ? null : (
                  <ColumnTable
                    form={form}
                    otherForms={forms.filter((other) => other !== form && !other.isLeftOut)}
                    onChange={(columns) => change(form, { columns })}
                  />
                )}
              </>
            ),
          }))}
        />
      )}
    </Modal>
  );
}
