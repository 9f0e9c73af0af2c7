import { useCallback } from 'react';
import { InputNumber } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf } from '../shared/aria.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import { Addons } from '../shared/text/Addons.tsx';
import { cellProps } from '../shared/cell.ts';
import { useOpeningText } from '../../runtime/node/useOpeningText.ts';
import { ChineseAmount } from './ChineseAmount.tsx';
import { definition } from './definition.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-input-number'];

const toNumber = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/**
 * Returns the typed text without separators and currency signs, and in half width. A Chinese input method types 。 as
 * the decimal point.
 */
const plainNumber = (text: string): string => toHalfWidth(text.replace(/。/g, '.')).replace(/[,\s¥￥]/g, '');

/**
 * Number input. The validation checks `min`, `max` and `precision`; they are not passed to the control, because a
 * number that the control corrects on blur would look like the typed number.
 */
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
}: EditProps<Node>) {
  const number = toNumber(value);
  useOpeningText(typed, (text) => {
    const parsedNumber = definition.fromText?.(text, node, {});
    onChange(parsedNumber?.ok ? parsedNumber.value : null);
  });
  // `typed` is the text whose typing opened the cell. It is not formatted: when a user types 268, the first digit 2
  // would become “2.00”, and the next digits would follow the zeros. The callback is memoised, because the control
  // formats its text again for a new function (the typed text “139.” would lose its dot).
  const format = useCallback(
    (current: string | number | undefined, { userTyping, input }: { userTyping: boolean; input: string }): string => {
      if (userTyping) return input;
      if (typed !== undefined) return current === undefined || current === '' ? typed : String(current);
      return current === undefined || current === ''
        ? ''
        : (definition.text?.(Number(current), node, {}) ?? String(current));
    },
    [typed, node],
  );
  return (
    <>
      <Addons after={node.unit} isHidden={isCell}>
        <InputNumber<number>
          id={id}
          className="sf-fill"
          value={number}
          step={node.step}
          controls={node.controls !== false && !isCell}
          keyboard={!isCell}
          formatter={format}
          parser={(text) => plainNumber(text ?? '') as unknown as number}
          placeholder={isCell ? undefined : (node.placeholder ?? '请输入数字')}
          status={invalid ? 'error' : undefined}
          {...cellProps(isCell)}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(next) => onChange(next)}
          {...ariaOf({ node, invalid, isRequired, describedBy, isCell })}
        />
      </Addons>
      {node.isCapital === '1' && !isCell && <ChineseAmount value={number} />}
    </>
  );
}
