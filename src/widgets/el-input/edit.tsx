import { useState, type ChangeEvent, type ClipboardEvent, type ComponentProps } from 'react';
import { Input } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { readAmount } from '../../domain/readAmount.ts';
import { filterFloat } from '../../domain/numbers.ts';
import { notice } from '../../runtime/host/notice.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf } from '../shared/aria.ts';
import { addonText, Addons } from '../shared/text/Addons.tsx';
import { inputIcon } from '../shared/text/InputIcon.tsx';
import { cellProps } from '../shared/cell.ts';
import { useOpeningText } from '../../runtime/node/useOpeningText.ts';
import { TextBox } from '../shared/text/TextBox.tsx';
import { useUncontrolledText } from '../shared/text/useUncontrolledText.ts';
import { asText } from '../shared/values.ts';
import '../shared/widgets.css';

type Props = EditProps<NodeByTag['el-input']>;
type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
/** Props that bind the text either to the control's own state or to the form's value. */
type TextBinding = Pick<
  ComponentProps<typeof TextBox>,
  'ref' | 'value' | 'defaultValue' | 'inputMode' | 'onChange' | 'onPaste' | 'onCompositionStart' | 'onCompositionEnd'
>;

const DEFAULT_ROWS = 3;

/** One line, several lines or a password; with `isFloat`, only an amount can be typed (VL-002). */
export function Edit(props: Props) {
  return props.node.isFloat === '1' ? <AmountText {...props} /> : <FreeText {...props} />;
}

/** Any text: the text is the control's own state (uncontrolled), and changes are reported to the form. */
function FreeText(props: Props) {
  const { value, onChange, typed } = props;
  const { ref, defaultValue, trackText } = useUncontrolledText(asText(value), typed);
  useOpeningText(typed, onChange);
  return (
    <Text
      props={props}
      binding={{
        ref,
        defaultValue,
        onChange: (event: TextChange) => {
          if (trackText(event.target.value)) onChange(event.target.value);
        },
      }}
    />
  );
}

/**
 * An amount: typed text is filtered, so the control shows the form's value (controlled). A pasted text that is not an
 * amount is refused, because filtering could produce another amount.
 */
function AmountText(props: Props) {
  const { value, onChange, typed } = props;
  // text during input method composition is shown without filtering
  const [composingText, setComposingText] = useState<string | null>(null);
  const accept = (text: string): void => onChange(filterFloat(text));
  useOpeningText(typed, accept);
  const binding = {
    value: composingText ?? asText(value),
    inputMode: 'decimal' as const,
    onChange: (event: TextChange) => {
      if (composingText === null) accept(event.target.value);
      else setComposingText(event.target.value);
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value: current, selectionStart, selectionEnd } = event.currentTarget;
      const pastedText = event.clipboardData.getData('text/plain').trim();
      const fullText = `${current.slice(0, selectionStart ?? 0)}${pastedText}${current.slice(selectionEnd ?? current.length)}`;
      const amount = readAmount(fullText);
      if (amount.ok) return;
      event.preventDefault();
      notice('warning', `“${pastedText}”没有填入：${amount.message}`);
    },
    onCompositionStart: () => setComposingText(asText(value)),
    onCompositionEnd: (event: { currentTarget: { value: string } }) => {
      if (composingText === null) return;
      setComposingText(null);
      accept(event.currentTarget.value);
    },
  };
  return <Text props={props} binding={binding} />;
}

/**
 * Returns the number of rows of the plain text box (null for one line), or false if the field needs an antd control:
 * for a password, icons, addons, a counter, a clear button, automatic height, or several lines in a table cell.
 */
function textBoxRows({ node, isCell }: Props): number | null | false {
  if (isCell) return node.type === 'textarea' || node.type === 'password' ? false : null;
  const hasClearButtonOrCounter =
    node.clearable === true || (node['show-word-limit'] === true && node.maxlength !== undefined);
  if (hasClearButtonOrCounter || node.type === 'password') return false;
  if (node.type === 'textarea')
    return node.autosize === undefined || node.autosize === false ? (node.rows ?? DEFAULT_ROWS) : false;
  const { prepend, append } = node.__slot__ ?? {};
  return [prepend, append].some((addon) => addonText(addon) !== null) ||
    inputIcon(node['prefix-icon']) !== undefined ||
    inputIcon(node['suffix-icon']) !== undefined
    ? false
    : null;
}

function Text({ props: fieldProps, binding }: { props: Props; binding: TextBinding }) {
  const { id, node, onBlur, disabled, invalid, isRequired, describedBy, isCell } = fieldProps;
  const commonProps = {
    id,
    placeholder: isCell ? undefined : (node.placeholder ?? '请输入'),
    maxLength: node.maxlength,
    ...ariaOf({ node, invalid, isRequired, describedBy, isCell }),
    disabled,
    onBlur,
  };
  const rows = textBoxRows(fieldProps);
  if (rows !== false)
    return <TextBox {...commonProps} {...(binding as Pick<TextBinding, 'onChange'>)} rows={rows} isCell={isCell} />;
  const props = {
    ...commonProps,
    showCount: node['show-word-limit'] === true && node.maxlength !== undefined && !isCell,
    allowClear: node.clearable === true && !isCell,
    status: invalid ? ('error' as const) : undefined,
    ...cellProps(isCell),
    ...(binding as object),
  };
  if (node.type === 'textarea')
    return (
      <Input.TextArea
        {...props}
        className={props.showCount ? 'sf-counted' : undefined}
        {...textareaSize(node, isCell === true)}
      />
    );
  if (node.type === 'password') return <Input.Password {...props} autoComplete="new-password" />;
  return (
    <Addons before={node.__slot__?.prepend} after={node.__slot__?.append} isHidden={isCell}>
      <Input
        {...props}
        prefix={isCell ? undefined : inputIcon(node['prefix-icon'])}
        suffix={isCell ? undefined : inputIcon(node['suffix-icon'])}
      />
    </Addons>
  );
}

function textareaSize(node: NodeByTag['el-input'], isCell: boolean) {
  if (isCell) return { autoSize: { minRows: 1, maxRows: 6 } };
  const { autosize } = node;
  if (autosize === undefined || autosize === false) return { rows: node.rows ?? DEFAULT_ROWS };
  return { autoSize: autosize };
}
