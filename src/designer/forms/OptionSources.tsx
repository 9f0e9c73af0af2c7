import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { optionsOfLines } from '../canvas/properties/editors/optionLines.ts';
import type { FieldWithoutSource, OptionSource } from './optionSources.ts';
import { GrowingText } from '../editor/GrowingText.tsx';

/** The kind of option source that is selected for a field; `later`: the field stays without a source for now. */
type SourceKind = 'later' | 'dictionary' | 'options';
interface Choice {
  kind: SourceKind;
  dictCode: string;
  /** The options as text, one per line. */
  optionLines: string;
}
const LATER: Choice = { kind: 'later', dictCode: '', optionLines: '' };

/** Returns the selected source; null for `later` or an incomplete selection. */
const sourceOf = ({ kind, dictCode, optionLines }: Choice): OptionSource | null => {
  if (kind === 'dictionary') return dictCode === '' ? null : { dictCode };
  const options = kind === 'options' ? optionsOfLines(optionLines) : [];
  return options.length > 0 ? { options } : null;
};

interface Props {
  formName: string;
  fields: readonly FieldWithoutSource[];
  isBusy: boolean;
  onDone(chosen: { path: FieldWithoutSource['path']; source: OptionSource }[]): void;
  onClose(): void;
}

/** Asks for new option sources for fields whose options come from an address unknown to this server. */
export function OptionSources({ formName, fields, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { load } = useLoad(() => services.dictionaries(), [services]);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [showsIncomplete, setShowsIncomplete] = useState(false);
  const choiceOf = ({ path }: FieldWithoutSource): Choice => choices[path.join('.')] ?? LATER;
  const change = (field: FieldWithoutSource, changes: Partial<Choice>): void => {
    setChoices((before) => ({ ...before, [field.path.join('.')]: { ...choiceOf(field), ...changes } }));
    setShowsIncomplete(false);
  };
  const finish = (): void => {
    const selections = fields.map((field) => ({
      path: field.path,
      ...choiceOf(field),
      source: sourceOf(choiceOf(field)),
    }));
    if (selections.some(({ kind, source }) => kind !== 'later' && source === null)) setShowsIncomplete(true);
    else onDone(selections.flatMap(({ path, source }) => (source ? [{ path, source }] : [])));
  };
  return (
    <Modal
      open
      title={`“${formName}”的选项来源`}
      okText="确定"
      cancelText="以后再定"
      width="min(760px, 94vw)"
      confirmLoading={isBusy}
      onOk={finish}
      onCancel={onClose}
      maskClosable={false}
    >
      <Alert
        type="warning"
        showIcon
        message="下列字段的选项来自原系统的地址，本系统没有。请指定字典或固定选项；以后再定的，可在设计器的属性面板中修改。"
      />
      <ul className="ds-sources">
        {fields.map((field) => {
          const { kind, dictCode, optionLines } = choiceOf(field);
          return (
            <li key={field.path.join('.')} data-source={field.label}>
              <span>
                {field.label}
                {field.isRequired ? <b className="ds-warn">（必填）</b> : null}
                <small>原地址：{field.url}</small>
              </span>
              <Select<SourceKind>
                aria-label={`${field.label}的选项来源`}
                value={kind}
                options={[
                  { value: 'later', label: '以后再定' },
                  { value: 'dictionary', label: '字典' },
                  ...(field.canHaveOptions ? [{ value: 'options' as const, label: '固定选项' }] : []),
                ]}
                onChange={(next) => change(field, { kind: next })}
              />
              {kind === 'dictionary' ? (
                <Select
                  aria-label={`${field.label}的字典`}
                  placeholder="选择字典"
                  showSearch
                  optionFilterProp="label"
                  loading={load.state === 'loading'}
                  status={showsIncomplete && dictCode === '' ? 'error' : ''}
                  value={dictCode || undefined}
                  options={(load.value ?? []).map(({ typeCode, typeName }) => ({
                    value: typeCode,
                    label: `${typeName}（${typeCode}）`,
                  }))}
                  onChange={(next: string) => change(field, { dictCode: next })}
                />
              ) : null}
              {kind === 'options' ? (
                <GrowingText
                  aria-label={`${field.label}的选项，每行一个`}
                  placeholder="每行一个选项；值与文字不同时写作“文字 | 值”"
                  minRows={3}
                  maxRows={8}
                  status={showsIncomplete && optionLines.trim() === '' ? 'error' : ''}
                  value={optionLines}
                  onChange={({ target }) => change(field, { optionLines: target.value })}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {showsIncomplete ? (
        <span className="sc-error" role="alert">
          请选择字典或填写选项，或改为“以后再定”
        </span>
      ) : null}
    </Modal>
  );
}
