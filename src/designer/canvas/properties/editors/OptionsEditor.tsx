import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useReturnedFocus } from '../../../../runtime/host/returnedFocus.ts';
import { isObject, keyOf } from '../../model/nodes.ts';
import { messageOf } from '../../../../screens/shared/messages.ts';
import { useDesignerContext, type DesignerContextValue } from '../../designerContext.ts';
import { OrderButtons } from './OrderButtons.tsx';
import { linesOfOptions, optionsOfLines, restoreUnwrittenData, type TypedOption } from './optionLines.ts';
import { usePanel } from '../panelContext.tsx';
import type { EditorProps } from './basicEditors.tsx';

const optionsIn = (value: unknown): TypedOption[] => {
  const options = isObject(value) ? value.options : null;
  return Array.isArray(options) ? options.filter((option): option is TypedOption => isObject(option)) : [];
};

/** Returns an unused text for a new option: `选项 1`, `选项 2` … */
function unusedLabelAmong(options: readonly TypedOption[]): string {
  for (let number = options.length + 1; ; number += 1) {
    const name = `选项 ${number}`;
    if (!options.some(({ label, value }) => label === name || value === name)) return name;
  }
}

/**
 * Edits the options that the form itself defines, one by one or all as text lines. Nested options can be edited only as
 * lines.
 */
export function OptionsEditor({ value, onChange, id }: EditorProps) {
  const options = optionsIn(value);
  const { node } = usePanel();
  const { isPublishedOption, unknownVersion } = useDesignerContext();
  const key = node ? keyOf(node) : undefined;
  /** Returns true if records may contain the value, because it was published: it does not change with the label. */
  const isPublishedValue = (stored: unknown): boolean => key !== undefined && isPublishedOption(key, stored);
  const [isLinesDialogOpen, setLinesDialogOpen] = useState(false);
  /**
   * The option whose label is being edited. `isFollowing`: its value changes with the label; determined at the first
   * keystroke.
   */
  const editedLabel = useRef<{ index: number; isFollowing: boolean } | null>(null);
  const followsLabel = (index: number): boolean => {
    if (editedLabel.current?.index === index) return editedLabel.current.isFollowing;
    const { label, value: stored } = options[index] as TypedOption;
    // a published value that two options have follows the label: it is unknown which of them is the published option
    const isRepeated = options.some((other, position) => position !== index && String(other.value) === String(stored));
    const isFollowing = String(stored) === label && (isRepeated || !isPublishedValue(stored));
    editedLabel.current = { index, isFollowing };
    return isFollowing;
  };
  const setOptions = (next: TypedOption[]): void => onChange({ ...(isObject(value) ? value : {}), options: next });
  const change = (index: number, changes: Partial<TypedOption>): void =>
    setOptions(options.map((option, position) => (position === index ? { ...option, ...changes } : option)));
  const swap = (from: number, to: number): void => {
    const next = [...options];
    [next[from], next[to]] = [next[to] as TypedOption, next[from] as TypedOption];
    editedLabel.current = null;
    setOptions(next);
  };
  if (node?.isDict === '1' && typeof node.dictCode === 'string')
    return (
      <p id={id} className="ds-note">
        选项取自下面的数据字典，在字典管理中修改。
      </p>
    );
  return (
    <div className="ds-options">
      {unknownVersion === undefined || options.length === 0 ? null : <UnknownVersion {...unknownVersion} />}
      {options.map((option, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- labels and values can be edited, so they cannot be the key
        <div key={index} className="ds-option">
          <Input
            id={index === 0 ? id : undefined}
            size="small"
            aria-label={`选项 ${index + 1} 的文字`}
            value={String(option.label)}
            readOnly={unknownVersion !== undefined}
            onBlur={() => (editedLabel.current = null)}
            onChange={({ target }) =>
              change(index, { label: target.value, ...(followsLabel(index) ? { value: target.value } : {}) })
            }
          />
          <Input
            size="small"
            aria-label={`选项 ${index + 1} 的值`}
            title="存储的值"
            value={String(option.value)}
            onChange={({ target }) => {
              // an integer is stored as a number if the value was a number, or if it was empty and another value is one
              const expectsNumber =
                typeof option.value === 'number' ||
                (option.value === '' && options.some((other) => typeof other.value === 'number'));
              const storesNumber = expectsNumber && /^-?\d+$/.test(target.value);
              change(index, { value: storesNumber ? Number(target.value) : target.value });
            }}
          />
          <OrderButtons
            index={index}
            count={options.length}
            deleteLabel="删除此选项"
            onMove={(to) => swap(index, to)}
            onDelete={() => {
              editedLabel.current = null;
              setOptions(options.filter((_item, position) => position !== index));
            }}
          />
        </div>
      ))}
      {unknownVersion === undefined && options.some((option) => isPublishedValue(option.value)) ? (
        <p className="ds-note">已发布的选项改文字时，存储的值不变，已有记录随之显示新的文字。</p>
      ) : null}
      <div className="ds-option-buttons">
        <Button
          id={options.length === 0 ? id : undefined}
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => {
            const label = unusedLabelAmong(options);
            setOptions([...options, { label, value: label }]);
          }}
        >
          添加选项
        </Button>
        <Button
          size="small"
          type="link"
          disabled={unknownVersion !== undefined}
          onClick={() => setLinesDialogOpen(true)}
        >
          批量编辑
        </Button>
      </div>
      {!isLinesDialogOpen ? null : (
        <LinesDialog
          options={options}
          isPublishedValue={isPublishedValue}
          onClose={() => setLinesDialogOpen(false)}
          onDone={(next) => {
            setOptions(next);
            setLinesDialogOpen(false);
          }}
        />
      )}
    </div>
  );
}

/**
 * Message that labels cannot be edited until the published version is loaded: only then is it known which values must
 * stay because records may contain them.
 */
function UnknownVersion({ error, retry }: NonNullable<DesignerContextValue['unknownVersion']>) {
  if (error === null) return <p className="ds-note">正在读取已发布的版本，读到后可改选项的文字…</p>;
  return (
    <Alert
      type="warning"
      message={`未能读取已发布的版本，暂不能改选项的文字：${messageOf(error)}`}
      action={
        <Button size="small" onClick={retry}>
          重试
        </Button>
      }
    />
  );
}

/** Edits all options as text, one line each. */
function LinesDialog({
  options,
  isPublishedValue,
  onClose,
  onDone,
}: {
  options: readonly TypedOption[];
  isPublishedValue(value: unknown): boolean;
  onClose(): void;
  onDone(options: TypedOption[]): void;
}) {
  useReturnedFocus();
  const [lines, setLines] = useState(() => linesOfOptions(options, isPublishedValue));
  return (
    <Modal
      open
      title="批量编辑选项"
      okText="确定"
      cancelText="取消"
      onCancel={onClose}
      maskClosable={false}
      onOk={() => onDone(restoreUnwrittenData(optionsOfLines(lines), options))}
    >
      <p>
        每行一个选项；缩进的行是上一行的下级；值与文字不同时写作“文字 |
        值”。已发布的选项改文字时，请保留“|”之后的值，记录中保存的是它。
      </p>
      <Input.TextArea
        rows={12}
        aria-label="选项，每行一个"
        value={lines}
        onChange={({ target }) => setLines(target.value)}
      />
    </Modal>
  );
}
