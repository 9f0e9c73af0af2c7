import { Input } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { useOpeningText } from '../../runtime/node/useOpeningText.ts';
import { asText } from '../shared/values.ts';
import '../shared/widgets.css';

/** Returns the digits and letters X of a text, at most 18 characters. */
const normalise = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\dX]/g, '')
    .slice(0, 18);

export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
  typed,
}: EditProps<NodeByTag['residentId']>) {
  useOpeningText(typed, (text) => onChange(normalise(text)));
  return (
    <Input
      id={id}
      value={asText(value)}
      placeholder={isCell ? undefined : (node.placeholder ?? '请输入 18 位身份证号')}
      showCount={isCell ? false : { formatter: ({ count }) => `${count} / 18` }}
      status={invalid ? 'error' : undefined}
      {...cellProps(isCell)}
      autoComplete="off"
      disabled={disabled}
      onBlur={onBlur}
      onChange={(event) => onChange(normalise(event.target.value))}
      {...ariaOf({ node, invalid, isRequired, describedBy, isCell })}
    />
  );
}
