import { useCallback } from 'react';
import { InputNumber } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf } from '../shared/aria.ts';
import { Addons } from '../shared/text/Addons.tsx';
import { cellProps } from '../shared/cell.ts';
import { useCellStart } from '../shared/useCellStart.ts';
import { Capital } from './Capital.tsx';
import { definition } from './definition.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-input-number'];

const toNumber = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/**
 * `min`, `max` and `precision` are checked, not forced: a number that the control changed by itself on leaving would be
 * taken for the one that was typed.
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
  useCellStart(typed, (text) => {
    const read = definition.fromText?.(text, node, {});
    onChange(read?.ok ? read.value : null);
  });
  // The text that started a cell stands as typed: “2.00” for the 2 of 268 would take the other digits behind its zeros.
  // One function for the life of the control, which writes its text anew (and drops the dot of “139.”) for another one.
  const format = useCallback(
    (shown: string | number | undefined, { userTyping, input }: { userTyping: boolean; input: string }): string => {
      if (userTyping) return input;
      if (typed !== undefined) return shown === undefined || shown === '' ? typed : String(shown);
      return shown === undefined || shown === '' ? '' : (definition.text?.(Number(shown), node, {}) ?? String(shown));
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
          parser={(text) => (text ?? '').replace(/[,，\s¥￥]/g, '') as unknown as number}
          placeholder={isCell ? undefined : (node.placeholder ?? '请输入数字')}
          status={invalid ? 'error' : undefined}
          {...cellProps(isCell)}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(next) => onChange(next)}
          {...ariaOf({ node, invalid, isRequired, describedBy, isCell })}
        />
      </Addons>
      {node.isCapital === '1' && !isCell && <Capital value={number} />}
    </>
  );
}
