import { useState, type ChangeEvent } from 'react';
import { Input } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { filterFloat } from '../../kernel/format/numbers.ts';
import type { EditProps } from '../../runtime/faces.ts';
import { ariaOf } from '../shared/aria.ts';
import { Addons } from '../shared/addons.tsx';
import { inputIcon } from '../shared/inputIcon.tsx';
import { cellProps } from '../shared/cell.ts';
import { useCellStart } from '../shared/useCellStart.ts';
import { asText } from '../shared/values.ts';
import '../shared/widgets.css';

/** One line, several lines or a password; with `isFloat` what is no amount never gets in (VL-002). */
export function Edit({ id, node, value, onChange, onBlur, disabled, invalid, isRequired, describedBy, isCell, typed }: EditProps<NodeByTag['el-input']>) {
  // while an input method composes, the text is not the user's yet: it is shown, not filtered
  const [composing, setComposing] = useState<string | null>(null);
  const accept = (text: string): void => onChange(node.isFloat === '1' ? filterFloat(text) : text);
  useCellStart(typed, accept);
  const props = {
    id,
    value: composing ?? asText(value),
    placeholder: isCell ? undefined : node.placeholder ?? '请输入',
    maxLength: node.maxlength,
    showCount: node['show-word-limit'] === true && node.maxlength !== undefined && !isCell,
    allowClear: node.clearable === true && !isCell,
    status: invalid ? ('error' as const) : undefined,
    ...cellProps(isCell),
    inputMode: node.isFloat === '1' ? ('decimal' as const) : undefined,
    ...ariaOf({ node, invalid, isRequired, describedBy, isCell }),
    disabled,
    onBlur,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (composing === null) accept(event.target.value);
      else setComposing(event.target.value);
    },
    onCompositionStart: () => { if (node.isFloat === '1') setComposing(asText(value)); },
    onCompositionEnd: (event: { currentTarget: { value: string } }) => {
      if (composing === null) return;
      setComposing(null);
      accept(event.currentTarget.value);
    },
  };
  if (node.type === 'textarea') return <Input.TextArea {...props} className={props.showCount ? 'sf-counted' : undefined} {...textareaSize(node, isCell === true)} />;
  if (node.type === 'password') return <Input.Password {...props} autoComplete="new-password" />;
  return <Addons before={node.__slot__?.prepend} after={node.__slot__?.append} isOff={isCell}><Input {...props} prefix={isCell ? undefined : inputIcon(node['prefix-icon'])} suffix={isCell ? undefined : inputIcon(node['suffix-icon'])} /></Addons>;
}

function textareaSize(node: NodeByTag['el-input'], isCell: boolean) {
  if (isCell) return { autoSize: { minRows: 1, maxRows: 6 } };
  const { autosize } = node;
  if (autosize === undefined || autosize === false) return { rows: node.rows ?? 3 };
  return { autoSize: autosize };
}
